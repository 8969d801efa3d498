import { t } from "@lingui/core/macro";
import { serverNow } from "@guildhall/web-kit/api/server-clock.ts";
import type { BadgeTone } from "@guildhall/web-kit/ui/badge.tsx";
import type {
  ApiScope,
  ApiToken,
  DeliveryStatus,
  Webhook,
  WebhookDelivery,
  WebhookEvent,
} from "./types.ts";

interface Explained {
  title: string;
  text: string;
}

/** What each scope lets a program read, in the order of the forms. */
export const SCOPES: Readonly<Record<ApiScope, Explained>> = {
  "analytics:read": {
    title: t`Read analytics`,
    text: t`Daily counts of activity. No names.`,
  },
  "members:read": {
    title: t`Read members`,
    text: t`Names, handles and the day of joining. No email addresses.`,
  },
  "requests:read": {
    title: t`Read requests`,
    text: t`Who asked to join, when, and the result. No answers to questions.`,
  },
  "communities:read": {
    title: t`Read communities`,
    text: t`Names and figures of the communities. No posts.`,
  },
};

export const EVENTS: Readonly<Record<WebhookEvent, Explained>> = {
  "member.joined": {
    title: t`Member joined`,
    text: t`A person created an account, or joined an affiliation.`,
  },
  "request.created": {
    title: t`Request created`,
    text: t`A person asked to join, or to add an affiliation.`,
  },
  "ticket.opened": { title: t`Ticket opened`, text: t`A person opened a support ticket.` },
};

const isKnownEvent = (event: string): event is WebhookEvent => event in EVENTS;

/** The name of a delivered event. */
export function eventLabel({ event, isTest }: WebhookDelivery): string {
  if (isTest) return t`Test event`;
  return isKnownEvent(event) ? EVENTS[event].title : event;
}

export interface StateLabel {
  label: string;
  tone: BadgeTone;
}

export type TokenState = "active" | "expired" | "revoked";

export function tokenState({ revoked, expires }: ApiToken, now = serverNow()): TokenState {
  if (revoked !== null) return "revoked";
  return Date.parse(expires) <= now ? "expired" : "active";
}

export const TOKEN_STATES: Readonly<Record<TokenState, StateLabel>> = {
  active: { label: t`Active`, tone: "success" },
  expired: { label: t`Expired`, tone: "neutral" },
  revoked: { label: t`Revoked`, tone: "neutral" },
};

export function webhookState({ isActive, disabledReason }: Webhook): StateLabel {
  if (disabledReason !== null) return { label: t`Disabled`, tone: "danger" };
  return isActive ? { label: t`Active`, tone: "success" } : { label: t`Off`, tone: "neutral" };
}

export const DELIVERY_STATES: Readonly<Record<DeliveryStatus, StateLabel>> = {
  pending: { label: t`Pending`, tone: "warning" },
  delivered: { label: t`Delivered`, tone: "success" },
  failed: { label: t`Failed`, tone: "danger" },
};

/** The reasons for a failed attempt, except that the status is not a success. */
const ERRORS: Readonly<Record<string, string>> = {
  redirect: t`redirects are not followed`,
  timeout: t`no answer within 5 seconds`,
  connection: t`no connection`,
  "private-address": t`not a public address`,
  inactive: t`the webhook was off`,
};

/** The result of a delivery's last attempt; a dash before the first. */
export function resultLabel({ statusCode, error }: WebhookDelivery): string {
  const reason = error === null || error === "status" ? null : (ERRORS[error] ?? error);
  if (statusCode === null) return reason ?? "–";
  return reason === null ? t`Status ${statusCode}` : t`Status ${statusCode}, ${reason}`;
}

/** Why the server disabled a webhook. */
export function disabledLabel(reason: string): string {
  if (reason === "failures") {
    return t`This webhook is disabled, because all deliveries of the last 5 days failed.`;
  }
  return t`This webhook is disabled: ${reason}`;
}
