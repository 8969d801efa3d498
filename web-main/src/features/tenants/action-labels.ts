import { t } from "@lingui/core/macro";
import type { TenantActionName } from "./types.ts";

interface ActionLabel {
  /** The word for the action on buttons, in dialogs and in messages. */
  label: string;
  /** The message after it, also in the audit log. */
  done: string;
}

/** The one word for each action on a portal. */
export const TENANT_ACTIONS: Readonly<Record<TenantActionName, ActionLabel>> = {
  activate: { label: t`Activate`, done: t`Portal activated` },
  suspend: { label: t`Pause`, done: t`Portal paused` },
  rename: { label: t`Change subdomain`, done: t`Subdomain changed` },
  archive: {
    label: t({ message: "Archive", context: "action on a portal" }),
    done: t`Portal archived`,
  },
};
