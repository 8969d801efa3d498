import { http, HttpResponse } from "msw";
import { person } from "@guildhall/web-kit/testing/factories.ts";
import { server } from "@guildhall/web-kit/testing/open-page.tsx";
import type { ApiToken, Webhook, WebhookDelivery } from "../features/integrations/types.ts";

export function buildToken(changes: Partial<ApiToken> = {}): ApiToken {
  return {
    id: "token-1",
    name: "Member statistics",
    scopes: ["members:read", "analytics:read"],
    createdBy: person("olga", "Olga Frey"),
    created: "2026-11-01T10:00:00Z",
    expires: "2099-01-01T10:00:00Z",
    lastUsed: null,
    prefix: "gh_Ab3d",
    revoked: null,
    ...changes,
  };
}

export function buildWebhook(changes: Partial<Webhook> = {}): Webhook {
  return {
    id: "hook-1",
    url: "https://hooks.example.org/guildhall",
    events: ["member.joined"],
    isActive: true,
    disabledReason: null,
    created: "2026-11-01T10:00:00Z",
    lastDelivery: null,
    ...changes,
  };
}

export function buildDelivery(changes: Partial<WebhookDelivery> = {}): WebhookDelivery {
  return {
    id: "delivery-1",
    event: "member.joined",
    isTest: false,
    status: "delivered",
    created: "2026-11-20T10:00:00Z",
    attempts: 1,
    lastAttempt: "2026-11-20T10:00:01Z",
    nextAttempt: null,
    statusCode: 200,
    durationMs: 143,
    error: null,
    ...changes,
  };
}

/** A request that the mock server received. */
interface SentRequest {
  method: string;
  path: string;
  body: unknown;
}

/** The state of the mock server; tests change it as a server would. */
export interface IntegrationsFixture {
  tokens: ApiToken[];
  webhooks: Webhook[];
  deliveries: WebhookDelivery[];
  /** The changes that were requested, in order. */
  sent: SentRequest[];
}

/** Serves the integrations of one owner; `api` is the prefix of its requests. */
export function serveIntegrations(api: string): IntegrationsFixture {
  const fixture: IntegrationsFixture = { tokens: [], webhooks: [], deliveries: [], sent: [] };
  const record = async (request: Request) => {
    const text = await request.text();
    fixture.sent.push({
      method: request.method,
      path: new URL(request.url).pathname.slice(api.length),
      body: text === "" ? null : JSON.parse(text),
    });
  };
  server.use(
    http.get(`${api}/api-tokens`, () => HttpResponse.json({ items: fixture.tokens })),
    http.post(`${api}/api-tokens`, async ({ request }) => {
      await record(request);
      const token = buildToken({ id: "token-new", name: "Newsletter" });
      fixture.tokens = [token, ...fixture.tokens];
      return HttpResponse.json({ ...token, token: "gh_the-whole-secret" }, { status: 201 });
    }),
    http.delete(`${api}/api-tokens/:id`, async ({ request, params }) => {
      await record(request);
      fixture.tokens = fixture.tokens.map((token) =>
        token.id === params["id"] ? { ...token, revoked: "2026-11-28T10:00:00Z" } : token,
      );
      return new HttpResponse(null, { status: 204 });
    }),
    http.get(`${api}/webhooks`, () => HttpResponse.json({ items: fixture.webhooks })),
    http.post(`${api}/webhooks`, async ({ request }) => {
      await record(request);
      const webhook = buildWebhook({ id: "hook-new", url: "https://new.example.org/in" });
      fixture.webhooks = [webhook, ...fixture.webhooks];
      return HttpResponse.json({ ...webhook, secret: "whsec_once" }, { status: 201 });
    }),
    http.patch(`${api}/webhooks/:id`, async ({ request }) => {
      await record(request);
      fixture.webhooks = fixture.webhooks.map((webhook) => ({
        ...webhook,
        isActive: true,
        disabledReason: null,
      }));
      return HttpResponse.json(fixture.webhooks[0]);
    }),
    http.delete(`${api}/webhooks/:id`, async ({ request }) => {
      await record(request);
      fixture.webhooks = [];
      return new HttpResponse(null, { status: 204 });
    }),
    http.post(`${api}/webhooks/:id/rotate-secret`, async ({ request }) => {
      await record(request);
      return HttpResponse.json({ secret: "whsec_rotated" });
    }),
    http.get(`${api}/webhooks/:id/deliveries`, () =>
      HttpResponse.json({ items: fixture.deliveries, nextCursor: null }),
    ),
  );
  return fixture;
}
