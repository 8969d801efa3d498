import { useState } from "react";
import type { ModerationAction, StaffUser } from "@guildhall/web-kit/api/staff-types.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { ProofDialog } from "@guildhall/web-kit/features/second-factor/proof-dialog.tsx";
import { useProof } from "@guildhall/web-kit/features/second-factor/use-proof.ts";
import { PauseDialog } from "./pause-dialog.tsx";
import { moderateUser, pauseUser, unpauseUser } from "./queries.ts";
import { ReasonDialog } from "./reason-dialog.tsx";
import { TierDialog } from "./tier-dialog.tsx";

interface ActionText {
  label: string;
  /** The dialog's title, which names the person to prevent a mix-up. */
  title: (name: string) => string;
  text: string;
  done: string;
  danger?: boolean;
  required?: boolean;
}

type OpenDialog = ModerationAction | "pause" | "unpause" | "tier";

const ACTION_TEXTS: Record<ModerationAction | "unpause", ActionText> = {
  ban: {
    label: "Ban",
    title: (name) => `Ban ${name}`,
    text: "They are signed out everywhere immediately and cannot sign in again.",
    done: "Account banned",
    danger: true,
    required: true,
  },
  suspend: {
    label: "Suspend",
    title: (name) => `Suspend ${name}`,
    text: "They are signed out everywhere and cannot sign in until the suspension is lifted.",
    done: "Account suspended",
    danger: true,
    required: true,
  },
  lift: {
    label: "Lift the ban or suspension",
    title: (name) => `Lift the ban or suspension of ${name}`,
    text: "They can sign in again.",
    done: "Account reinstated",
  },
  unpause: {
    label: "Lift the pause",
    title: (name) => `Lift the pause of ${name}`,
    text: "Communities, messaging and profile updates are available to them again.",
    done: "Pause lifted",
    required: true,
  },
  "mark-unverified": {
    label: "Mark unverified",
    title: (name) => `Mark ${name} unverified`,
    text: "They must verify their email address again before they can continue.",
    done: "Marked unverified",
    required: true,
  },
  "sign-out": {
    label: "Sign out everywhere",
    title: (name) => `Sign ${name} out everywhere`,
    text: "All their browsers are signed out immediately.",
    done: "Signed out everywhere",
  },
  "require-reset": {
    label: "Require a new password",
    title: (name) => `Require a new password for ${name}`,
    text: "They are signed out everywhere and must choose a new password at the next sign-in.",
    done: "A new password is required",
    required: true,
  },
  "require-mfa": {
    label: "Require a second factor",
    title: (name) => `Require a second factor for ${name}`,
    text: "They must set one up at the next sign-in and cannot turn it off.",
    done: "A second factor is required",
    required: true,
  },
  "waive-mfa": {
    label: "No longer require a second factor",
    title: (name) => `No longer require a second factor for ${name}`,
    text: "They can turn it off, unless it is required for everyone.",
    done: "A second factor is no longer required",
    required: true,
  },
  "reset-legal": {
    label: "Reset legal acknowledgements",
    title: (name) => `Reset the legal acknowledgements of ${name}`,
    text: "They must acknowledge the legal documents again, on the main site and on every portal.",
    done: "Acknowledgements reset",
  },
  "grant-staff": {
    label: "Make staff",
    title: (name) => `Make ${name} staff`,
    text: "They can see and do everything that you can.",
    done: "Made a member of staff",
    required: true,
  },
  "revoke-staff": {
    label: "Remove from staff",
    title: (name) => `Remove ${name} from staff`,
    text: "They become an ordinary member immediately.",
    done: "Removed from staff",
    danger: true,
    required: true,
  },
};

/** The actions that the account's state allows. */
function actionsFor(user: StaffUser): OpenDialog[] {
  const paused = user.accountStatus === "paused";
  return [
    paused ? "unpause" : "pause",
    ...(user.status === null ? (["suspend", "ban"] as const) : (["lift"] as const)),
    "tier",
    "sign-out",
    ...(user.passwordResetRequired ? [] : (["require-reset"] as const)),
    user.secondFactorRequired ? "waive-mfa" : "require-mfa",
    "reset-legal",
    ...(user.emailVerified && !user.markedUnverified ? (["mark-unverified"] as const) : []),
    user.isStaff ? "revoke-staff" : "grant-staff",
  ];
}

/** Includes the handle or address, because names are not unique. */
function nameOf({ firstName, lastName, handle, email }: StaffUser): string {
  return `${firstName} ${lastName} (${handle === null ? email : `@${handle}`})`;
}

function labelOf(requested: OpenDialog): string {
  if (requested === "pause") return "Pause";
  return requested === "tier" ? "Change tier" : ACTION_TEXTS[requested].label;
}

export function UserActions({
  user,
  onChanged,
}: {
  user: StaffUser;
  onChanged: () => Promise<unknown>;
}) {
  const [requested, setRequested] = useState<OpenDialog | null>(null);
  const proof = useProof();
  const name = nameOf(user);
  const close = () => setRequested(null);
  const done = async (text: string) => {
    toast.success(text);
    await onChanged();
  };
  return (
    <div className="flex flex-wrap gap-2 px-4 md:px-6">
      {actionsFor(user).map((action) => (
        <Button key={action} onClick={() => setRequested(action)}>
          {labelOf(action)}
        </Button>
      ))}
      {requested === "pause" && (
        <PauseDialog
          title={`Pause ${name}`}
          description="They can only read the notice about it and sign out."
          pause={(until, reason) => pauseUser(user.id, until, reason)}
          onClose={close}
          onDone={() => done("Account paused")}
        />
      )}
      {requested === "tier" && (
        <TierDialog user={user} name={name} onClose={close} onDone={() => done("Tier changed")} />
      )}
      {requested !== null && requested !== "pause" && requested !== "tier" && (
        <ReasonDialog
          title={ACTION_TEXTS[requested].title(name)}
          description={ACTION_TEXTS[requested].text}
          confirm={ACTION_TEXTS[requested].label}
          required={ACTION_TEXTS[requested].required === true}
          danger={ACTION_TEXTS[requested].danger === true}
          onClose={close}
          onConfirm={async (reason) => {
            await (requested === "unpause"
              ? unpauseUser(user.id, reason)
              : proof.withProof(() => moderateUser(user.id, requested, reason)));
            await done(ACTION_TEXTS[requested].done);
          }}
        />
      )}
      <ProofDialog requested={proof.requested} />
    </div>
  );
}
