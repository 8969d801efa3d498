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
    label: "Pause",
    title: (name) => `Pause ${name}`,
    text: "They can only read the notice about it, write to support about it and sign out.",
    done: "Account paused",
  },
  unpause: {
    label: "Lift the pause",
    title: (name) => `Lift the pause of ${name}`,
    text: "Communities, messaging and profile updates are available to them again.",
    done: "Pause lifted",
  },
  "view-as": {
    label: "View as member",
    title: (name) => `View Guildhall as ${name}`,
    text: "You see the site as they do, for 15 minutes. You cannot change anything, and messages are not included. They can see in their settings that this was done, and the reason.",
    done: "View as member started",
  },
  "sign-out": {
    label: "Sign out everywhere",
    title: (name) => `Sign ${name} out everywhere`,
    text: "All their browsers are signed out immediately.",
    done: "Signed out everywhere",
  },
  "mark-unverified": {
    label: "Mark unverified",
    title: (name) => `Mark ${name} unverified`,
    text: "They must verify their email address again before they can continue.",
    done: "Marked unverified",
  },
  "require-reset": {
    label: "Require a new password",
    title: (name) => `Require a new password for ${name}`,
    text: "They are signed out everywhere and must choose a new password at the next sign-in.",
    done: "A new password is required",
  },
  "require-mfa": {
    label: "Require a second factor",
    title: (name) => `Require a second factor for ${name}`,
    text: "They must set one up at the next sign-in and cannot turn it off.",
    done: "A second factor is required",
  },
  "waive-mfa": {
    label: "No longer require a second factor",
    title: (name) => `No longer require a second factor for ${name}`,
    text: "They can turn it off, unless it is required for everyone.",
    done: "A second factor is no longer required",
  },
  "reset-legal": {
    label: "Reset legal acknowledgements",
    title: (name) => `Reset the legal acknowledgements of ${name}`,
    text: "They must acknowledge the legal documents again, on the main site and on every portal.",
    done: "Acknowledgements reset",
  },
  subscription: {
    label: "Change tier",
    title: (name) => `Change the tier of ${name}`,
    text: "The tier determines how many communities a member may create.",
    done: "Tier changed",
  },
  "set-role": {
    label: "Change staff role",
    title: (name) => `Change the staff role of ${name}`,
    text: "The role takes effect immediately.",
    done: "Staff role changed",
  },
  "revoke-staff": {
    label: "Remove from staff",
    title: (name) => `Remove ${name} from staff`,
    text: "They become an ordinary member immediately.",
    done: "Removed from staff",
  },
  suspend: {
    label: "Suspend",
    title: (name) => `Suspend ${name}`,
    text: "They are signed out everywhere and cannot sign in until the suspension is lifted.",
    done: "Account suspended",
  },
  ban: {
    label: "Ban",
    title: (name) => `Ban ${name}`,
    text: "They are signed out everywhere immediately and cannot sign in again.",
    done: "Account banned",
  },
  lift: {
    label: "Lift the ban or suspension",
    title: (name) => `Lift the ban or suspension of ${name}`,
    text: "They can sign in again.",
    done: "Account reinstated",
  },
};

/** The groups of actions in order: the dangerous ones are last. */
const GROUPS: readonly { group: UserAction["group"]; label: string }[] = [
  { group: "access", label: "Access" },
  { group: "security", label: "Security" },
  { group: "subscription", label: "Tier" },
  { group: "role", label: "Staff role" },
  { group: "danger", label: "Dangerous" },
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
