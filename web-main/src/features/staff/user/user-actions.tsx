import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { useState } from "react";
import type { UserAction, UserActionName } from "@guildhall/web-kit/api/staff-role-types.ts";
import type { StaffUser } from "@guildhall/web-kit/api/staff-types.ts";
import { loadPage } from "@guildhall/web-kit/shell/load-page.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { ProofDialog } from "@guildhall/web-kit/features/second-factor/proof-dialog.tsx";
import { useProof } from "@guildhall/web-kit/features/second-factor/use-proof.ts";
import { PauseDialog } from "../pause-dialog.tsx";
import { moderateUser, pauseUser, unpauseUser } from "../queries.ts";
import { ReasonDialog } from "../reason-dialog.tsx";
import { ACTION_TEXTS, fullNameOf, groupActions } from "./action-texts.ts";
import { changeStaffRole, viewAsMember } from "./queries.ts";
import { RoleDialog } from "./role-dialog.tsx";
import { TierDialog } from "./tier-dialog.tsx";

interface UserActionsProps {
  user: StaffUser;
  onChanged: () => Promise<unknown>;
}

/** The actions that the server allows the viewer on an account, in groups. */
export function UserActions({ user, onChanged }: UserActionsProps) {
  const [requested, setRequested] = useState<UserAction | null>(null);
  const groups = groupActions(user.actions);
  if (groups.length === 0) {
    return (
      <p className="px-4 text-13 text-ink-2 md:px-6">{t`Your staff role allows no actions on this account.`}</p>
    );
  }
  return (
    <section aria-label={t`Actions`} className="px-4 md:px-6">
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-2 xl:grid-cols-3">
        {groups.map(({ group, label, actions }) => (
          <div
            key={group}
            role="group"
            aria-label={label}
            className={clsx(
              group === "danger" && "border-t border-line-soft pt-4 md:col-span-full",
            )}
          >
            <p className="mb-1.5 text-12 text-ink-3">{label}</p>
            <div className="flex flex-wrap gap-2">
              {actions.map((action) => (
                <Button
                  key={action.action}
                  className={clsx(group === "danger" && "!text-danger-text")}
                  onClick={() => setRequested(action)}
                >
                  {buttonLabel(action.action, user)}
                </Button>
              ))}
            </div>
          </div>
        ))}
      </div>
      {requested !== null && (
        <ActionDialog
          {...{ user, onChanged }}
          action={requested}
          onClose={() => setRequested(null)}
        />
      )}
    </section>
  );
}

function buttonLabel(action: UserActionName, user: StaffUser): string {
  if (action === "set-role" && user.staffRole === null) return t`Give a staff role`;
  return ACTION_TEXTS[action].label;
}

/** The dialog of one action; its title names the person. */
function ActionDialog(props: UserActionsProps & { action: UserAction; onClose: () => void }) {
  const { user, onChanged, onClose } = props;
  const { action, needsReason } = props.action;
  const proof = useProof();
  const name = fullNameOf(user);
  const { title, text, label, done } = ACTION_TEXTS[action];
  const finish = async () => {
    toast.success(done);
    await onChanged();
  };
  if (action === "pause") {
    return (
      <PauseDialog
        title={title(name)}
        description={text}
        pause={(until, reason) => pauseUser(user.id, until, reason)}
        onClose={onClose}
        onDone={finish}
      />
    );
  }
  if (action === "subscription") {
    return <TierDialog {...{ user, name, onClose }} onDone={finish} />;
  }
  if (action === "set-role") {
    return (
      <>
        <RoleDialog
          {...{ name, onClose }}
          role={user.staffRole}
          onConfirm={async (role, reason) => {
            await proof.withProof(() => changeStaffRole(user.id, role, reason));
            await finish();
          }}
        />
        <ProofDialog requested={proof.requested} />
      </>
    );
  }
  return (
    <>
      <ReasonDialog
        title={title(name)}
        description={text}
        confirm={label}
        required={needsReason}
        danger={props.action.group === "danger" && action !== "lift"}
        onClose={onClose}
        onConfirm={async (reason) => {
          await proof.withProof(() => runAction(action, user.id, reason));
          if (action === "view-as") loadPage("/");
          else await finish();
        }}
      />
      <ProofDialog requested={proof.requested} />
    </>
  );
}

/** The actions that need nothing but a reason. */
type PlainAction = Exclude<UserActionName, "pause" | "subscription" | "set-role">;

function runAction(action: PlainAction, userId: string, reason: string): Promise<unknown> {
  if (action === "unpause") return unpauseUser(userId, reason);
  if (action === "view-as") return viewAsMember(userId, reason);
  return moderateUser(userId, action, reason);
}
