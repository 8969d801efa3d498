import type { components } from "../../api/schema.d.ts";
import type { RequiredFields } from "../../api/types.ts";

type Schemas = components["schemas"];

export type NotificationKind = Schemas["NotificationKind"];
export type EmailTiming = Schemas["EmailTiming"];
export type Weekday = Schemas["DigestWeekday"];
/** The channels of one kind. */
export type KindSettings = Schemas["NotificationKindSetting"];
export type QuietHours = Schemas["QuietHoursSetting"];
/** A community with the viewer's preference for it. */
export type CommunityLevel = Schemas["CommunityNotificationLevel"];
/** The part of the settings that the viewer changes. The time zone is null until it was chosen. */
export type NotificationSettingsChange = RequiredFields<Schemas["NotificationSettingsChange"]>;
/** The page that shows the subject of a notification. */
export type NotificationTarget = RequiredFields<Schemas["NotificationTarget"]>;

/** The kinds of notifications, in the order of the settings. */
export const KINDS = [
  "mention",
  "reply",
  "message",
  "announcement",
  "event",
  "request",
  "decision",
] as const satisfies readonly NotificationKind[];

export const EMAIL_TIMINGS = [
  "off",
  "immediately",
  "daily",
  "weekly",
] as const satisfies readonly EmailTiming[];

export const WEEKDAYS = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const satisfies readonly Weekday[];

export interface EmailDelivery {
  address: string;
  status: "ok" | "bounced" | "complained";
  /** The time at which emails were stopped. */
  since: string | null;
}

export interface NotificationSettings extends NotificationSettingsChange {
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

/** The emails that an unsubscribe link ends. */
export interface UnsubscribeTarget {
  kind: NotificationKind | "digest";
  /** The masked address. */
  address: string;
}
