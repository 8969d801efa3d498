import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "@guildhall/web-kit/api/client.ts";
import { firstPage } from "@guildhall/web-kit/api/loading.ts";
import type { Page } from "@guildhall/web-kit/api/types.ts";
import type {
  ApiScope,
  ApiToken,
  NewApiToken,
  NewWebhook,
  Webhook,
  WebhookDelivery,
  WebhookEvent,
} from "./types.ts";

/** Common prefix of an owner's queries. `api` is the prefix of the owner's requests. */
export const integrationsKey = (api: string) => ["integrations", api] as const;

export const tokensQuery = (api: string) =>
  queryOptions({
    queryKey: [...integrationsKey(api), "tokens"],
    queryFn: async ({ signal }) => {
      const { items } = await call<{ items: ApiToken[] }>("GET", `${api}/api-tokens`, { signal });
      return items;
    },
  });

export interface TokenFields {
  name: string;
  scopes: ApiScope[];
  expiresInDays: number;
}

/** Creates a token. It takes no idempotency key: a stored response would contain the secret. */
export const createToken = (api: string, body: TokenFields) =>
  call<NewApiToken>("POST", `${api}/api-tokens`, { body });

export const revokeToken = (api: string, id: string) =>
  call<null>("DELETE", `${api}/api-tokens/${id}`);

export const webhooksQuery = (api: string) =>
  queryOptions({
    queryKey: [...integrationsKey(api), "webhooks"],
    queryFn: async ({ signal }) => {
      const { items } = await call<{ items: Webhook[] }>("GET", `${api}/webhooks`, { signal });
      return items;
    },
  });

export interface WebhookFields {
  url: string;
  events: WebhookEvent[];
}

/** Creates a webhook, without an idempotency key like a token. */
export const createWebhook = (api: string, body: WebhookFields) =>
  call<NewWebhook>("POST", `${api}/webhooks`, { body });

export const changeWebhook = (
  api: string,
  id: string,
  body: Partial<WebhookFields & { isActive: boolean }>,
) => call<Webhook>("PATCH", `${api}/webhooks/${id}`, { body });

export const deleteWebhook = (api: string, id: string) =>
  call<null>("DELETE", `${api}/webhooks/${id}`);

/** Replaces the signing secret; the server sends the new one once. */
export const rotateSecret = (api: string, id: string) =>
  call<{ secret: string }>("POST", `${api}/webhooks/${id}/rotate-secret`);

export const sendTestEvent = (api: string, id: string) =>
  call<WebhookDelivery>("POST", `${api}/webhooks/${id}/test`);

/** Polling interval while a delivery is pending. */
const PENDING_POLL_MS = 2000;

/** The deliveries of a webhook in the last 30 days, newest first. */
export const deliveriesQuery = (api: string, id: string) =>
  infiniteQueryOptions({
    queryKey: [...integrationsKey(api), "deliveries", id],
    queryFn: ({ signal, pageParam }) =>
      call<Page<WebhookDelivery>>("GET", `${api}/webhooks/${id}/deliveries`, {
        signal,
        query: { cursor: pageParam },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0]?.items.some(({ status }) => status === "pending") === true && PENDING_POLL_MS,
  });

export const retryDelivery = (api: string, id: string, deliveryId: string) =>
  call<WebhookDelivery>("POST", `${api}/webhooks/${id}/deliveries/${deliveryId}/retry`);
