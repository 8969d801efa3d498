import type { components } from "@guildhall/web-kit/api/schema.d.ts";
import type { RequiredFields } from "@guildhall/web-kit/api/types.ts";

/** Types of API tokens and webhooks, generated from the API description. */
type Schemas = components["schemas"];

/** What an API token may read. */
export type ApiScope = Schemas["ApiTokenScope"];
/** An API token without its secret. */
export type ApiToken = RequiredFields<Schemas["ApiToken"]>;
/** A new token with its secret, which the server sends once. */
export type NewApiToken = RequiredFields<Schemas["ApiTokenWithSecret"]>;

export type WebhookEvent = Schemas["WebhookEvent"];
export type DeliveryStatus = Schemas["WebhookDeliveryStatus"];
export type Webhook = RequiredFields<Schemas["Webhook"]>;
/** A new webhook with its signing secret, which the server sends once. */
export type NewWebhook = RequiredFields<Schemas["WebhookWithSecret"]>;
/** One event for one webhook, with its last attempt. */
export type WebhookDelivery = RequiredFields<Schemas["WebhookDelivery"]>;
