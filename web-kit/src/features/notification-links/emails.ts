import type { UnsubscribeTarget } from "../notifications/contract.ts";

/** The emails of each kind, within a sentence. */
export const EMAILS_OF: Record<UnsubscribeTarget["kind"], string> = {
  mention: "emails about mentions",
  reply: "emails about replies",
  message: "emails about messages",
  announcement: "emails about announcements",
  event: "emails about events",
  request: "emails about requests",
  decision: "emails about decisions",
  digest: "daily and weekly emails",
};
