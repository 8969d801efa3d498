import { t } from "@lingui/core/macro";
import type { SupportActivity } from "@guildhall/web-kit/api/support-staff-types.ts";

/** The actions of the support activity log in words; unknown ones keep their name. */
export const ACTION_LABELS: Readonly<Record<string, string>> = {
  "ticket.assign": "assigned the ticket",
  "ticket.unassign": "removed the assignment",
  "ticket.status": "changed the status",
  "ticket.priority": "changed the priority",
  "ticket.category": "changed the category",
  "ticket.reply": "replied to the ticket",
  "ticket.note": "added an internal note",
  "ticket.merge": "merged duplicates",
  "ticket.attach": "attached a file",
  "ticket.escalate": "gave the ticket to platform staff",
  "conversation.assign": "assigned the conversation",
  "conversation.status": "changed the conversation's status",
  "conversation.reply": "replied in the conversation",
  "canned.create": "created a canned answer",
  "canned.change": "changed a canned answer",
  "canned.delete": "deleted a canned answer",
  "chat.switch": "switched support chat on or off",
  "affiliation-desk.switch": "switched an affiliation's desk on or off",
};

/** "changed the status to in progress" */
export function actionText({ action, metadata }: SupportActivity): string {
  const words = ACTION_LABELS[action] ?? action;
  const to = metadata["to"] ?? metadata["newStatus"];
  return typeof to === "string" ? t`${words} to ${to.replaceAll(/[_-]/g, " ")}` : words;
}

/** "45 s", "12 min", "3.5 h" */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 3600) return t`${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 360) / 10} h`;
}
