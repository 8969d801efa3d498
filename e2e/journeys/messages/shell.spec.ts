import type { Page } from "@playwright/test";
import { origin } from "../../support/sites.ts";
import { failNext, expectText } from "../../support/failures.ts";
import { changeMe } from "../../support/onboarding.ts";
import { expect, test } from "../../support/test.ts";

/** Errors of the frame around every screen (docs/MESSAGES.md). */

test.use({ provoked: [/status of [45]\d\d|net::ERR_|Failed to fetch|out of order|TypeError/] });

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("the page shows that it loads while the guards run", async ({ visit }) => {
  const { promise: cached, resolve: letGo } = Promise.withResolvers<undefined>();
  const page = await visit("member", "main", "/communities", (fresh) =>
    fresh.route("**/api/me", async (route) => {
      await cached;
      await route.continue();
    }),
  );
  await expectText(page, "Loading...");
  letGo(undefined);
  await expectText(page, "My Communities");
});

test("a failed staff check redirects home", async ({ visit }) => {
  let requested = 0;
  const page = await visit("member", "main", "/staff", async (fresh) => {
    await fresh.clock.install();
    await fresh.route("**/api/me", async (route) => {
      requested += 1;
      if (requested === 1) await route.continue();
      else await route.abort();
    });
  });
  const words = page.getByText("Failed to verify staff permissions after multiple attempts");
  // Advances the page's clock between checks, because the message disappears after a while.
  const look = async () => {
    await page.clock.runFor(500);
    return await words.isVisible();
  };
  await expect.poll(look, { intervals: [50], timeout: 30_000 }).toBe(true);
  await page.waitForURL("**/home");
});

test.describe("in a browser without cached code", () => {
  test.use({ ownBrowser: true });

  test("a chunk that does not load offers three actions", async ({ visit }) => {
    const page = await visit(null, "main", "/about");
    // The page was reloaded a moment ago.
    await page.evaluate(() => localStorage.setItem("dynamic-import-errors", String(Date.now())));
    await page.route(/assets\/waitlist-screen.*\.js/, (route) => route.abort());
    await page.goto(`${origin("main")}/waitlist`);
    await expectText(page, "Loading Error");
    await expectText(
      page,
      "There was an issue loading this part of the app. This usually happens when the app has been updated.",
    );
    await expectText(
      page,
      "If this problem persists, try closing and reopening the app completely.",
    );
    await expect(button(page, "Try Again")).toBeVisible();
    await expect(button(page, "Refresh App")).toBeVisible();
    await button(page, "Go to Home").click();
    await page.waitForURL("**/login");
  });
});

test("an error outside every screen still shows a page", async ({ visit }) => {
  const page = await visit("member", "main", "/about");
  await page.addInitScript(() => {
    // Makes the check for the kind of error fail. The function runs in the page and cannot use this
    // file's scope.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const broken = function includes(this: string, words: string, from?: number) {
      if (words === "dynamically imported module") throw new Error("out of order");
      return this.indexOf(words, from) >= 0;
    };
    Reflect.set(String.prototype, "includes", broken);
  });
  await page.route("**/api/users/kboateng", (route) => route.fulfill({ json: {} }));
  await page.goto(`${origin("main")}/profile/kboateng`);
  await expectText(page, "Oops! Something went wrong");
  await expectText(
    page,
    "We apologize for the inconvenience. The application encountered an unexpected error.",
  );
  await expect(button(page, "Try Again")).toBeVisible();
  await expect(button(page, "Reload Page")).toBeVisible();
});

test("a screen whose first load fails reports this", async ({ visit }) => {
  const page = await visit("member", "main", "/communities", (fresh) =>
    fresh.route("**/api/me", (route) => route.fulfill({ status: 403, body: "Oh" })),
  );
  await expectText(page, "Something went wrong");
  await expectText(page, "An unexpected error occurred. Please try refreshing the page.");
});

test("an unknown profile is reported", async ({ visit }) => {
  const page = await visit("member", "main", `/profile/${"0".repeat(32)}`);
  await expectText(page, "User not found");
});

test("missing legal documents and load errors", async ({ visit }) => {
  const page = await visit("member", "main", "/about");
  for (const [path, missing, unable] of [
    ["privacy-policy", "Privacy Policy Not Available", "Failed to load privacy policy content"],
    [
      "terms-of-service",
      "Terms of Service Coming Soon",
      "Unable to load Terms of Service. Please contact support.",
    ],
    [
      "community-guidelines",
      "Community Guidelines Coming Soon",
      "Unable to load Community Guidelines. Please contact support.",
    ],
  ] as const) {
    await failNext(page, `GET legal/${path}`, { status: 404, detail: "Not found" });
    await page.goto(`${origin("main")}/${path}`);
    await expectText(page, missing);
    await page.route(`**/api/legal/${path}`, (route) => route.fulfill({ status: 403 }));
    await page.reload();
    await expectText(page, "Error Loading Content");
    await expectText(page, unable);
    await expect(button(page, "Try Again")).toBeVisible();
    await page.unroute(`**/api/legal/${path}`);
  }
});

test("documents are acknowledged on the first visit", async ({ visit }) => {
  const page = await visit("member", "main", "/communities", (fresh) =>
    changeMe(fresh, { legal: { acknowledged: false, changed: [] } }),
  );
  const popup = page.getByRole("dialog", { name: "Welcome to Guildhall" });
  await expect(popup.getByText("Legal acknowledgment required to continue")).toBeVisible();
  await expect(popup.getByRole("button", { name: "I Agree & Continue" })).toBeVisible();
  await changeMe(page, { legal: { acknowledged: true, changed: ["privacy-policy"] } });
  await page.reload();
  await expect(page.getByRole("dialog", { name: "Legal Documents Updated" })).toBeVisible();
  await expect(button(page, "I Acknowledge Updates & Continue")).toBeVisible();
});

test("a transfer's texts and failures", async ({ visit }) => {
  const page = await visit("member", "main", "/communities");
  for (const [answer, words] of [
    [{ status: 404, code: "none" }, "Failed to create session for transfer"],
    [{ status: 401, code: "not-authenticated" }, "User not authenticated"],
  ] as const) {
    await page.route("**/api/transfer", async (route) => {
      await expectText(page, "Switching Workspaces");
      await route.fulfill({ status: answer.status, json: { ...answer, detail: words } });
    });
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("menuitem", { name: "Open Ashcombe Portal" }).click();
    await expectText(page, words);
    await page.unroute("**/api/transfer");
  }
  const arrival = await visit(null, "ashcombe", "/transfer#c=wrong&s=wrong");
  await expectText(arrival, "Transfer Failed");
  await expectText(arrival, "Transfer failed");
  await button(arrival, "Return to Home").click();
  await arrival.goto(`${origin("ashcombe")}/transfer`);
  await expectText(arrival, "No valid session found");

  await arrival.clock.install();
  await arrival.route("**/api/transfer/redeem", () => undefined);
  await arrival.goto(`${origin("ashcombe")}/about`);
  await arrival.goto(`${origin("ashcombe")}/transfer#c=late&s=late`);
  await expectText(arrival, "Switching Workspaces");
  await arrival.clock.runFor("00:11");
  await expectText(arrival, "Transfer processing failed");
});
