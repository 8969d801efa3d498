import { t } from "@lingui/core/macro";
import type { SupportActivity } from "@guildhall/web-kit/api/support-staff-types.ts";
import { formatNumber } from "@guildhall/web-kit/language/format.ts";

/** The actions of the support activity log in words; unknown ones keep their name. */
export const ACTION_LABELS: Readonly<Record<string, string>> = {
  "ticket.assign": t`assigned the ticket`,
  "ticket.unassign": t`removed the assignment`,
  "ticket.status": t`changed the status`,
  "ticket.priority": t`changed the priority`,
  "ticket.category": t`changed the category`,
  "ticket.reply": t`replied to the ticket`,
  "ticket.note": t`added an internal note`,
  "ticket.merge": t`merged duplicates`,
  "ticket.attach": t`attached a file`,
  "ticket.escalate": t`gave the ticket to platform staff`,
  "conversation.assign": t`assigned the conversation`,
  "conversation.status": t`changed the conversation's status`,
  "conversation.reply": t`replied in the conversation`,
  "canned.create": t`created a canned answer`,
  "canned.change": t`changed a canned answer`,
  "canned.delete": t`deleted a canned answer`,
  "chat.switch": t`switched support chat on or off`,
  "affiliation-desk.switch": t`switched an affiliation's desk on or off`,
};

/** The statuses, priorities and categories, as within a sentence. */
const VALUE_LABELS: Readonly<Record<string, string>> = {
  open: t({ message: "open", context: "new value" }),
  in_progress: t({ message: "in progress", context: "new value" }),
  "in-progress": t({ message: "in progress", context: "new value" }),
  waiting: t({ message: "waiting", context: "new value" }),
  resolved: t({ message: "resolved", context: "new value" }),
  closed: t({ message: "closed", context: "new value" }),
  low: t({ message: "low", context: "new value" }),
  medium: t({ message: "medium", context: "new value" }),
  high: t({ message: "high", context: "new value" }),
  urgent: t({ message: "urgent", context: "new value" }),
  general: t({ message: "general", context: "new value" }),
  technical: t({ message: "technical", context: "new value" }),
  account: t({ message: "account", context: "new value" }),
  groups: t({ message: "groups", context: "new value" }),
  content: t({ message: "content", context: "new value" }),
  other: t({ message: "other", context: "new value" }),
};

/** "changed the status to in progress" */
export function actionText({ action, metadata }: SupportActivity): string {
  const label = ACTION_LABELS[action] ?? action;
  const to = metadata["to"] ?? metadata["newStatus"];
  if (typeof to !== "string") return label;
  return t`${label} to ${{ value: VALUE_LABELS[to] ?? to.replaceAll(/[_-]/g, " ") }}`;
}

/** "45 s", "12 min", "3.5 h" */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  return `${formatNumber(Math.round(seconds / 360) / 10)} h`;
}
