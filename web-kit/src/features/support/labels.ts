import { t } from "@lingui/core/macro";
import type {
  ChatStatus,
  TicketCategory,
  TicketPriority,
  TicketStatus,
} from "../../api/support-types.ts";
import type { BadgeTone } from "../../ui/badge.tsx";

export const STATUS_LABELS: Record<TicketStatus, string> = {
  open: t({ message: "Open", context: "state of a ticket" }),
  in_progress: t`In progress`,
  resolved: t`Resolved`,
  closed: t`Closed`,
};

export const STATUS_TONES: Record<TicketStatus, BadgeTone> = {
  open: "info",
  in_progress: "warning",
  resolved: "success",
  closed: "neutral",
};

export const CHAT_STATUS_LABELS: Record<ChatStatus, string> = {
  open: t({ message: "Open", context: "state of a ticket" }),
  "in-progress": t`In progress`,
  waiting: t`Waiting`,
  resolved: t`Resolved`,
  closed: t`Closed`,
};

export const CHAT_STATUS_TONES: Record<ChatStatus, BadgeTone> = {
  open: "info",
  "in-progress": "warning",
  waiting: "brand",
  resolved: "success",
  closed: "neutral",
};

export const PRIORITY_LABELS: Record<TicketPriority, string> = {
  low: t`Low`,
  medium: t`Medium`,
  high: t`High`,
  urgent: t`Urgent`,
};

/** In the order of the create form (F-095). */
export const CATEGORY_LABELS: Record<TicketCategory, string> = {
  general: t`General`,
  technical: t`Technical`,
  account: t`Account`,
  groups: t`Groups`,
  content: t`Content`,
  other: t`Other`,
};

/** The entries of a label table in its order. */
export function labelEntries<Value extends string>(
  labels: Readonly<Record<Value, string>>,
): [Value, string][] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a complete record
  return Object.entries(labels) as [Value, string][];
}
