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

/** The address of notification emails, and whether they reach it. */
export type EmailDelivery = RequiredFields<Schemas["NotificationAddress"]>;
export type NotificationSettings = RequiredFields<Schemas["NotificationSettingsView"]>;

/** A device that receives push notifications. */
export type PushSubscriptionItem = RequiredFields<Schemas["PushSubscription"]>;
export type PushKey = Schemas["PushKey"];
export type NewPushSubscription = RequiredFields<Schemas["NewPushSubscription"]>;

/** The emails that an unsubscribe link ends. */
export type UnsubscribeTarget = Schemas["MailSubscription"];
