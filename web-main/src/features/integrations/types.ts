import type { Person } from "@guildhall/web-kit/api/types.ts";

/** What an API token may read. */
export type ApiScope = "analytics:read" | "members:read" | "requests:read" | "communities:read";

/** An API token without its secret. */
export interface ApiToken {
  id: string;
  name: string;
  scopes: ApiScope[];
  createdBy: Person;
  created: string;
  expires: string;
  lastUsed: string | null;
  /** The beginning of the token, by which its owner recognises it. */
  prefix: string;
  revoked: string | null;
}

/** A new token with its secret, which the server sends once. */
export interface NewApiToken extends ApiToken {
  token: string;
}

export type WebhookEvent = "member.joined" | "request.created" | "ticket.opened";

export type DeliveryStatus = "pending" | "delivered" | "failed";

export interface Webhook {
  id: string;
  url: string;
  events: WebhookEvent[];
  isActive: boolean;
  /** The reason why the server disabled it; null if it did not. */
  disabledReason: string | null;
  created: string;
  lastDelivery: { status: DeliveryStatus; at: string } | null;
}

/** A new webhook with its signing secret, which the server sends once. */
export interface NewWebhook extends Webhook {
  secret: string;
}

/** One event for one webhook, with its last attempt. */
export interface WebhookDelivery {
  id: string;
  /** Type of the event. */
  event: string;
  /** True for a message that a person sent to try the webhook. */
  isTest: boolean;
  status: DeliveryStatus;
  created: string;
  attempts: number;
  lastAttempt: string | null;
  nextAttempt: string | null;
  statusCode: number | null;
  durationMs: number | null;
  /** A word for the reason why the last attempt failed. */
  error: string | null;
}
