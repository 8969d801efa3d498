import { http, HttpResponse } from "msw";
import {
  KINDS,
  type NewPushSubscription,
  type NotificationSettings,
  type NotificationSettingsChange,
  type PushSubscriptionItem,
} from "../features/notifications/contract.ts";
import { server } from "./open-page.tsx";

/** The settings of a member who has changed nothing. */
export function notificationSettings(
  changes: Partial<NotificationSettings> = {},
): NotificationSettings {
  return {
    kinds: KINDS.map((kind) => ({ kind, inApp: true, email: "off", push: true })),
    communities: [],
    quietHours: { enabled: false, from: "22:00", to: "07:00" },
    timeZone: null,
    digestHour: 8,
    digestWeekday: "monday",
    pushShowsContent: true,
    email: { address: "nadia.rahman@ashcombe.example", status: "ok", since: null },
    ...changes,
  };
}

/** The mock server's state; tests change it as a server would. */
export interface NotificationFixture {
  settings: NotificationSettings;
  devices: PushSubscriptionItem[];
  /** The bodies of the requests, in order. */
  saved: NotificationSettingsChange[];
  registered: NewPushSubscription[];
  /** The public key of the server: 65 bytes in base64url. */
  publicKey: string;
}

/** A base64url key whose bytes are all the same. */
export const pushKey = (byte: number) =>
  btoa(String.fromCodePoint(...Array.from({ length: 65 }, () => byte)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Serves the settings and the devices of a member. */
export function serveNotifications(changes: Partial<NotificationSettings> = {}) {
  const fixture: NotificationFixture = {
    settings: notificationSettings(changes),
    devices: [],
    saved: [],
    registered: [],
    publicKey: pushKey(4),
  };
  server.use(
    http.get("/api/me/calendar-feed", () => HttpResponse.json({ createdAt: null })),
    http.get("/api/me/notification-settings", () => HttpResponse.json(fixture.settings)),
    http.put<never, NotificationSettingsChange>(
      "/api/me/notification-settings",
      async ({ request }) => {
        const body = await request.json();
        fixture.saved.push(body);
        fixture.settings = { ...fixture.settings, ...body };
        return HttpResponse.json(fixture.settings);
      },
    ),
    http.get("/api/push/key", () => HttpResponse.json({ publicKey: fixture.publicKey })),
    http.get("/api/me/push-subscriptions", () => HttpResponse.json({ items: fixture.devices })),
    http.post<never, NewPushSubscription>("/api/me/push-subscriptions", async ({ request }) => {
      const body = await request.json();
      fixture.registered.push(body);
      const known = fixture.devices.find(({ id }) => id === body.endpoint);
      const device = known ?? pushDevice(body.endpoint, { deviceName: body.deviceName });
      if (known === undefined) fixture.devices = [...fixture.devices, device];
      return HttpResponse.json(device, { status: 201 });
    }),
    http.delete("/api/me/push-subscriptions/:id", ({ params }) => {
      fixture.devices = fixture.devices.filter(({ id }) => id !== params["id"]);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return fixture;
}

/** A device in the list. */
export function pushDevice(
  id: string,
  changes: Partial<PushSubscriptionItem> = {},
): PushSubscriptionItem {
  return {
    id,
    deviceName: "Chrome on Android",
    createdAt: "2026-11-02T10:00:00Z",
    lastUsedAt: null,
    ...changes,
  };
}
