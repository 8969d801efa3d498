import { act, screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type NotificationFixture,
  pushKey,
  serveNotifications,
} from "../../testing/notifications.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { installPush, type PushBrowser } from "../../testing/push-browser.ts";
import { settingsRoutes } from "../settings/routes.tsx";
import { deviceName } from "./device-name.ts";
import { refreshKey, renewSubscription } from "./push-device.ts";
import { readPushRecord } from "./push-record.ts";
import { endPush } from "./push-session.ts";

servePages();

const me = buildMember();
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";

let fixture: NotificationFixture;
let browser: PushBrowser;
let remove: () => void;

beforeEach(() => {
  localStorage.clear();
  ({ browser, remove } = installPush());
  fixture = serveNotifications();
  server.use(http.get("/api/me", () => HttpResponse.json(me)));
});
afterEach(() => {
  remove();
  Reflect.deleteProperty(navigator, "userAgent");
});

const open = () => openPage("/settings/notifications", settingsRoutes);
const turnOn = () => screen.findByRole("button", { name: "Turn on" });
const isOn = () => screen.findByText("Push notifications are on for this device.");

async function turnedOn() {
  const page = open();
  await page.member.click(await turnOn());
  await isOn();
  return page;
}

describe("push notifications on this device", () => {
  test("ask for the permission only after a click, and subscribe with the server's key", async () => {
    const { member } = open();
    const button = await turnOn();
    expect(screen.getByText(/your browser asks for your permission/)).toBeDefined();
    expect(browser.questions).toBe(0);
    await member.click(button);
    expect(await isOn()).toBeDefined();
    expect(browser.questions).toBe(1);
    expect(new Uint8Array(browser.subscribedKey ?? new ArrayBuffer())).toEqual(
      new Uint8Array(65).fill(4),
    );
    expect(fixture.registered).toEqual([
      {
        endpoint: "this-browser",
        keys: { p256dh: "public", auth: "secret" },
        deviceName: deviceName(),
      },
    ]);
    expect(await screen.findByText("This device")).toBeDefined();
    expect(readPushRecord()).toEqual({ userId: me.id, id: "this-browser" });
  });

  test("are turned off here and on the server", async () => {
    const { member } = await turnedOn();
    await member.click(screen.getByRole("button", { name: "Turn off" }));
    expect(await turnOn()).toBeDefined();
    expect(browser.subscribedKey).toBeNull();
    expect(fixture.devices).toEqual([]);
  });

  test("are off if another device removed this one", async () => {
    await turnedOn();
    fixture.devices = [];
    act(() => void dispatchEvent(new Event("visibilitychange")));
    open();
    expect((await screen.findAllByRole("button", { name: "Turn on" })).length).toBeGreaterThan(0);
  });

  test("say how to allow them after the member blocked them", async () => {
    browser.answer = "denied";
    const { member } = open();
    await member.click(await turnOn());
    expect(await screen.findByText(/are blocked in this browser\. To allow them/)).toBeDefined();
    expect(screen.queryByRole("button", { name: "Turn on" })).toBeNull();
    expect(fixture.registered).toEqual([]);
  });

  test("stay off without a message if the question is closed", async () => {
    browser.answer = "default";
    const { member } = open();
    await member.click(await turnOn());
    expect(await turnOn()).toBeDefined();
    expect(screen.queryByText(/could not be turned on/)).toBeNull();
  });

  test("report that the browser has no push service", async () => {
    browser.failure = new DOMException("Registration failed", "AbortError");
    const { member } = open();
    await member.click(await turnOn());
    expect(
      await screen.findByText("Push notifications could not be turned on. Please try again."),
    ).toBeDefined();
    expect(readPushRecord()).toBeNull();
  });

  test("are not offered by a browser that cannot receive them", async () => {
    remove();
    open();
    expect(await screen.findByText(/This browser cannot receive push/)).toBeDefined();
  });

  test("need the installed app on an iPhone", async () => {
    Object.defineProperty(navigator, "userAgent", { value: IPHONE, configurable: true });
    open();
    expect(await screen.findByText(/On iPhone and iPad, push notifications need/)).toBeDefined();
    expect(screen.getByText(/Then open Guildhall from your home screen/)).toBeDefined();
  });
});

describe("a subscription", () => {
  test("is made again if the server's key changed", async () => {
    await turnedOn();
    fixture.publicKey = pushKey(7);
    await refreshKey(me.id);
    expect(new Uint8Array(browser.subscribedKey ?? new ArrayBuffer())[0]).toBe(7);
    expect(fixture.registered).toHaveLength(2);
  });

  test("is not sent again while the key is the same", async () => {
    await turnedOn();
    await refreshKey(me.id);
    expect(fixture.registered).toHaveLength(1);
  });

  test("ends with the sign-out", async () => {
    await turnedOn();
    endPush();
    await waitFor(() => expect(browser.subscribedKey).toBeNull());
    expect(readPushRecord()).toBeNull();
  });

  test("continues after a new sign-in of the same member", async () => {
    await turnedOn();
    fixture.devices = [];
    await renewSubscription(me.id);
    expect(fixture.devices).toHaveLength(1);
  });

  test("ends when another member signs in", async () => {
    await turnedOn();
    await renewSubscription("another");
    expect(browser.subscribedKey).toBeNull();
    expect(fixture.registered).toHaveLength(1);
  });
});

test.each([
  [IPHONE, 5, "Safari on iPhone"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15",
    5,
    "Safari on iPad",
  ],
  [
    "Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/156.0.0.0 Mobile Safari/537.36",
    5,
    "Chrome on Android",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/156.0.0.0 Safari/537.36 Edg/156.0",
    0,
    "Edge on Windows",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0", 0, "Firefox on Linux"],
  ["curl", 0, "Browser"],
])("%s is called by its browser and its system", (userAgent, maxTouchPoints, name) => {
  expect(deviceName({ userAgent, maxTouchPoints })).toBe(name);
});
