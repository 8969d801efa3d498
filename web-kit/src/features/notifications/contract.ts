import type { NoticePreference } from "../../api/types.ts";

/** The kinds of notifications, in the order of the settings. */
export const KINDS = [
  "mention",
  "reply",
  "message",
  "announcement",
  "event",
  "request",
  "decision",
] as const;
export type NotificationKind = (typeof KINDS)[number];

export const EMAIL_TIMINGS = ["off", "immediately", "daily", "weekly"] as const;
export type EmailTiming = (typeof EMAIL_TIMINGS)[number];

export const WEEKDAYS = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** The channels of one kind. */
export interface KindSettings {
  kind: NotificationKind;
  inApp: boolean;
  email: EmailTiming;
  push: boolean;
}

export interface QuietHours {
  enabled: boolean;
  /** Local times, such as "22:00". */
  from: string;
  to: string;
}

/** A community with the viewer's preference for it. */
export interface CommunityLevel {
  communityId: string;
  name: string;
  level: NoticePreference;
}

export interface EmailDelivery {
  address: string;
  status: "ok" | "bounced" | "complained";
  /** When the status changed. */
  since: string | null;
}

/** The part of the settings that the viewer changes with a PUT. */
export interface NotificationSettingsChange {
  kinds: KindSettings[];
  quietHours: QuietHours;
  timeZone: string;
  digestHour: number;
  digestWeekday: Weekday;
  pushShowsContent: boolean;
}

export interface NotificationSettings extends Omit<NotificationSettingsChange, "timeZone"> {
  /** Null until it was chosen. */
  timeZone: string | null;
  communities: CommunityLevel[];
  email: EmailDelivery;
}

/** A device that receives push notifications. */
export interface PushSubscriptionItem {
  id: string;
  deviceName: string;
  createdAt: string;
  lastUsedAt: string | null;
}

export interface NewPushSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  deviceName: string;
}

/** Where the subject of a notification is shown. */
export interface NotificationTarget {
  path: string;
  site: "main" | "portal";
  /** The full address if the subject is on another site, otherwise null. */
  url: string | null;
}

/** The emails that an unsubscribe link ends. */
export interface UnsubscribeTarget {
  kind: NotificationKind | "digest";
  /** The masked address. */
  address: string;
}
