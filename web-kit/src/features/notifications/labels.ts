import { t } from "@lingui/core/macro";
import type { NoticePreference } from "../../api/types.ts";
import { formatClock } from "../../language/clock.ts";
import type { EmailTiming, NotificationKind, Weekday } from "./contract.ts";

interface KindLabel {
  label: string;
  text: string;
}

export const KIND_LABELS: Record<NotificationKind, KindLabel> = {
  mention: { label: t`Mentions`, text: t`A post mentions you` },
  reply: { label: t`Replies`, text: t`Answers to your posts and support tickets` },
  message: { label: t`Messages`, text: t`Direct messages` },
  announcement: {
    label: t`Announcements`,
    text: t`Announcements and new threads in your communities`,
  },
  event: { label: t`Events`, text: t`Announcements with a start time` },
  request: { label: t`Requests`, text: t`Requests and reports that you can answer` },
  decision: {
    label: t`Decisions`,
    text: t`Decisions about your requests, content and roles`,
  },
};

export const EMAIL_LABELS: Record<EmailTiming, string> = {
  off: t`Off`,
  immediately: t`Immediately`,
  daily: t`Daily`,
  weekly: t`Weekly`,
};

export const WEEKDAY_LABELS: Record<Weekday, string> = {
  monday: t`Monday`,
  tuesday: t`Tuesday`,
  wednesday: t`Wednesday`,
  thursday: t`Thursday`,
  friday: t`Friday`,
  saturday: t`Saturday`,
  sunday: t`Sunday`,
};

/** The preferences for one community, the most first. */
export const NOTICE_CHOICES: readonly { value: NoticePreference; label: string }[] = [
  { value: "all", label: t`Everything` },
  { value: "mentions", label: t`Mentions, replies and announcements` },
  { value: "mute", label: t({ message: "Mute", context: "level of notifications" }) },
];

/** A full hour in the reader's clock format: "08:00" or "8:00 AM". */
export function hourLabel(hour: number): string {
  return formatClock(Date.UTC(2026, 0, 1, hour), { timeZone: "UTC" });
}
