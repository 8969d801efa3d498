import { t } from "@lingui/core/macro";
import type { UserAction, UserActionName } from "@guildhall/web-kit/api/staff-role-types.ts";
import type { StaffUser } from "@guildhall/web-kit/api/staff-types.ts";

export interface ActionText {
  label: string;
  /** The dialog's title, which names the person to prevent a mix-up. */
  title: (name: string) => string;
  text: string;
  done: string;
}

export const ACTION_TEXTS: Readonly<Record<UserActionName, ActionText>> = {
  pause: {
    label: t`Pause`,
    title: (name) => t`Pause ${name}`,
    text: t`They can only read the notice about it, write to support about it and sign out.`,
    done: t`Account paused`,
  },
  unpause: {
    label: t`Lift the pause`,
    title: (name) => t`Lift the pause of ${name}`,
    text: t`Communities, messaging and profile updates are available to them again.`,
    done: t`Pause lifted`,
  },
  "view-as": {
    label: t`View as member`,
    title: (name) => t`View Guildhall as ${name}`,
    text: t`You see the site as they do, for 15 minutes. You cannot change anything, and messages are not included. They can see in their settings that this was done, and the reason.`,
    done: t`View as member started`,
  },
  "sign-out": {
    label: t`Sign out everywhere`,
    title: (name) => t`Sign ${name} out everywhere`,
    text: t`All their browsers are signed out immediately.`,
    done: t`Signed out everywhere`,
  },
  "mark-unverified": {
    label: t`Mark unverified`,
    title: (name) => t`Mark ${name} unverified`,
    text: t`They must verify their email address again before they can continue.`,
    done: t`Marked unverified`,
  },
  "require-reset": {
    label: t`Require a new password`,
    title: (name) => t`Require a new password for ${name}`,
    text: t`They are signed out everywhere and must choose a new password at the next sign-in.`,
    done: t`A new password is required`,
  },
  "require-mfa": {
    label: t`Require a second factor`,
    title: (name) => t`Require a second factor for ${name}`,
    text: t`They must set one up at the next sign-in and cannot turn it off.`,
    done: t`A second factor is required`,
  },
  "waive-mfa": {
    label: t`No longer require a second factor`,
    title: (name) => t`No longer require a second factor for ${name}`,
    text: t`They can turn it off, unless it is required for everyone.`,
    done: t`A second factor is no longer required`,
  },
  "reset-legal": {
    label: t`Reset legal acknowledgements`,
    title: (name) => t`Reset the legal acknowledgements of ${name}`,
    text: t`They must acknowledge the legal documents again, on the main site and on every portal.`,
    done: t`Acknowledgements reset`,
  },
  subscription: {
    label: t`Change tier`,
    title: (name) => t`Change the tier of ${name}`,
    text: t`The tier determines how many communities a member may create.`,
    done: t`Tier changed`,
  },
  "set-role": {
    label: t`Change staff role`,
    title: (name) => t`Change the staff role of ${name}`,
    text: t`The role takes effect immediately.`,
    done: t`Staff role changed`,
  },
  "revoke-staff": {
    label: t`Remove from staff`,
    title: (name) => t`Remove ${name} from staff`,
    text: t`They become an ordinary member immediately.`,
    done: t`Removed from staff`,
  },
  suspend: {
    label: t`Suspend`,
    title: (name) => t`Suspend ${name}`,
    text: t`They are signed out everywhere and cannot sign in until the suspension is lifted.`,
    done: t`Account suspended`,
  },
  ban: {
    label: t`Ban`,
    title: (name) => t`Ban ${name}`,
    text: t`They are signed out everywhere immediately and cannot sign in again.`,
    done: t`Account banned`,
  },
  lift: {
    label: t`Lift the ban or suspension`,
    title: (name) => t`Lift the ban or suspension of ${name}`,
    text: t`They can sign in again.`,
    done: t`Account reinstated`,
  },
};

/** The groups of actions in order: the dangerous ones are last. */
const GROUPS: readonly { group: UserAction["group"]; label: string }[] = [
  { group: "access", label: t`Access` },
  { group: "security", label: t`Security` },
  { group: "subscription", label: t`Tier` },
  { group: "role", label: t`Staff role` },
  { group: "danger", label: t`Dangerous` },
];

export interface ActionGroup {
  group: UserAction["group"];
  label: string;
  actions: readonly UserAction[];
}

/** The actions that the server allows, by group; groups without an action are omitted. */
export function groupActions(actions: readonly UserAction[]): ActionGroup[] {
  return GROUPS.map(({ group, label }) => ({
    group,
    label,
    actions: actions.filter((action) => action.group === group),
  })).filter((found) => found.actions.length > 0);
}

/** A name with the handle or address, because names are not unique. */
export function fullNameOf(user: Pick<StaffUser, "firstName" | "lastName" | "handle" | "email">) {
  const { firstName, lastName, handle, email } = user;
  return `${firstName} ${lastName} (${handle === null ? email : `@${handle}`})`;
}
