import type { TenantActionName } from "./types.ts";

interface ActionLabel {
  /** The word for the action on buttons, in dialogs and in messages. */
  label: string;
  /** The message after it, also in the audit log. */
  done: string;
}

/** The one word for each action on a portal. */
export const TENANT_ACTIONS: Readonly<Record<TenantActionName, ActionLabel>> = {
  activate: { label: "Activate", done: "Portal activated" },
  suspend: { label: "Pause", done: "Portal paused" },
  rename: { label: "Change subdomain", done: "Subdomain changed" },
  archive: { label: "Archive", done: "Portal archived" },
};
