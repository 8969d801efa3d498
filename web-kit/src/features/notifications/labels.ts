import type { NoticePreference } from "../../api/types.ts";
import { formatClock } from "../../ui/clock.ts";
import type { EmailTiming, NotificationKind, Weekday } from "./contract.ts";

interface KindLabel {
  label: string;
  text: string;
}

export const KIND_LABELS: Record<NotificationKind, KindLabel> = {
  mention: { label: "Mentions", text: "A post mentions you" },
  reply: { label: "Replies", text: "Answers to your posts and support tickets" },
  message: { label: "Messages", text: "Direct messages" },
  announcement: {
    label: "Announcements",
    text: "Announcements and new threads in your communities",
  },
  event: { label: "Events", text: "Announcements with a start time" },
  request: { label: "Requests", text: "Requests and reports that you can answer" },
  decision: {
    label: "Decisions",
    text: "Decisions about your requests, content and roles",
  },
};

export const EMAIL_LABELS: Record<EmailTiming, string> = {
  off: "Off",
  immediately: "Immediately",
  daily: "Daily",
  weekly: "Weekly",
};

export const WEEKDAY_LABELS: Record<Weekday, string> = {
  monday: "Monday",
  tuesday: "Tuesday",
  wednesday: "Wednesday",
  thursday: "Thursday",
  friday: "Friday",
  saturday: "Saturday",
  sunday: "Sunday",
};

/** The preferences for one community, the most first. */
export const NOTICE_CHOICES: readonly { value: NoticePreference; label: string }[] = [
  { value: "all", label: "Everything" },
  { value: "mentions", label: "Mentions, replies and announcements" },
  { value: "mute", label: "Mute" },
];

/** A full hour in the reader's clock format: "08:00" or "8:00 AM". */
export function hourLabel(hour: number): string {
  return formatClock(Date.UTC(2026, 0, 1, hour), { timeZone: "UTC" });
}
