import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { chromium, shared } from "../playwright.shared.ts";
import { expectAccessible } from "../support/accessible.ts";
import { signIn } from "../support/actions.ts";
import { call } from "../support/http.ts";
import { origin } from "../support/sites.ts";
import { expect, test } from "../support/test.ts";

/**
 * Push notifications in the settings. A browser without a push service, such as this one, cannot
 * subscribe. So the button is tried up to the browser's refusal, and the subscription of another
 * device is made through the API. The account is used by no other test.
 */

test.use({
  serviceWorkers: "allow",
  // Headless Chromium denies notifications even if the permission is granted.
  launchOptions: { ...shared.use.launchOptions, executablePath: chromium },
  // The browser's own request for an icon, and its refusal.
  provoked: [/favicon\.ico|does not support the Push API in incognito mode/],
});

test(
  "a failed subscription is reported, and another device is listed and removed",
  { tag: "@only-desktop" },
  async ({ visit }) => {
    const page = await visit(null, "main", "/login");
    await page.context().grantPermissions(["notifications"]);
    await signIn(page, "joyce@demo.test");
    await page.waitForURL(/\/(?:communities|home)$/);
    await page.goto(`${origin("main")}/settings/notifications`);
    await expect(page.getByText("No device receives push notifications yet.")).toBeVisible();
    await page.getByRole("button", { name: "Turn on" }).click();
    await expect(page.getByText(/^Push notifications (?:could not|are not)/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Turn on" })).toBeVisible();

    const created = await call("main", "/api/me/push-subscriptions", {
      method: "POST",
      cookies: await cookiesOf(page),
      body: await phoneSubscription(),
    });
    expect(created.status).toBe(201);
    await page.reload();
    const devices = page.getByRole("list", { name: "Devices with push notifications" });
    await expect(devices.getByRole("listitem")).toHaveCount(1);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Remove Chrome on Android" }).click();
    await expect(page.getByText("No device receives push notifications yet.")).toBeVisible();
  },
);

async function cookiesOf(page: Page): Promise<Record<string, string>> {
  const cookies = await page.context().cookies(origin("main"));
  return Object.fromEntries(cookies.map(({ name, value }) => [name, value]));
}

/** A subscription as a browser makes it: a P-256 key and 16 random bytes. */
async function phoneSubscription() {
  const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, [
    "deriveBits",
  ]);
  const point = await crypto.subtle.exportKey("raw", pair.publicKey);
  const auth = crypto.getRandomValues(new Uint8Array(16));
  return {
    endpoint: `https://push.example/${randomUUID()}`,
    keys: {
      p256dh: Buffer.from(point).toString("base64url"),
      auth: Buffer.from(auth).toString("base64url"),
    },
    deviceName: "Chrome on Android",
  };
}
