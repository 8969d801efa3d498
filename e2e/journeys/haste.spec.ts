import type { Page } from "@playwright/test";
import { expect, test } from "../support/test.ts";

/** Double clicks and network failures neither repeat nor lose a form's request. */

const network = "Network error. Please check your connection and try again.";

/**
 * Counts the page's requests to this endpoint; the first response is delayed so that a second click
 * precedes it.
 */
async function countRequests(page: Page, path: string, method: string): Promise<() => number> {
  let calls = 0;
  await page.route(`**/api/${path}`, async (route) => {
    if (route.request().method() !== method) {
      await route.fallback();
      return;
    }
    calls += 1;
    await new Promise((done) => setTimeout(done, 300));
    await route.continue();
  });
  return () => calls;
}

test("a double click saves a profile once", async ({ visit }) => {
  const page = await visit("second", "main", "/profile/edit");
  const calls = await countRequests(page, "me", "PATCH");
  await page.getByLabel("Favourite quote").fill("Write the number down, twice.");
  await page.getByRole("button", { name: "Save profile" }).dblclick();
  await page.waitForURL("**/profile");
  expect(calls()).toBe(1);
});

test(
  "a filter reverted during navigation stays reverted",
  { tag: "@only-desktop" },
  async ({ visit }) => {
    const page = await visit("second", "main", "/network");
    await expect(page.getByRole("list", { name: "Members" })).toBeVisible();
    const industry = page.getByLabel("Industry");
    await industry.focus();
    await page.keyboard.press("ArrowDown");
    await page.waitForURL(/industry=/);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Tab");
    await page.keyboard.press("End");
    await page.waitForURL(/sort=/);
    await expect(page).not.toHaveURL(/industry=/);
    await expect(industry).toHaveValue("all");
  },
);

test("repeated Enter requests one link", async ({ visit }) => {
  const page = await visit(null, "main", "/forgot-password");
  const calls = await countRequests(page, "identity/password/forgot", "POST");
  await page.getByLabel("Email").fill("nobody.at.all@demo.test");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").first()).not.toBeEmpty();
  expect(calls()).toBe(1);
});

test.describe("without a network", () => {
  test.use({ provoked: [/ERR_INTERNET_DISCONNECTED/] });

  test("a profile reports the failure and keeps its input", async ({ visit }) => {
    const page = await visit("second", "main", "/profile/edit");
    const line = page.getByLabel("Favourite quote");
    await line.fill("Kept for later.");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Save profile" }).click();
    await expect(page.getByRole("alert").getByText(network)).toBeVisible();
    await expect(line).toHaveValue("Kept for later.");
  });

  test("the waitlist reports the failure and keeps every answer", async ({ visit }) => {
    const page = await visit(null, "main", "/waitlist");
    const name = page.getByLabel("1. Your full name");
    await name.fill("Ida Holm");
    await page.getByLabel("2. Your email").fill("ida.holm@demo.test");
    await page.getByRole("radio", { name: "Word of mouth" }).check();
    await page.getByRole("checkbox", { name: "Alumni" }).check();
    await page.getByLabel("6. Which organisations are they?").fill("Ashcombe College, 2012");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Join the waitlist" }).click();
    await expect(page.getByText(network)).toBeVisible();
    await expect(name).toHaveValue("Ida Holm");
    await expect(page.getByRole("checkbox", { name: "Alumni" })).toBeChecked();
  });

  test("a staff action reports the failure and keeps its reason", async ({ visit }) => {
    const page = await visit("staff", "main", "/staff/users?q=kwame");
    await page.getByRole("table").getByRole("link").first().click();
    await page.getByRole("button", { name: "Ban", exact: true }).click();
    const reason = page.getByRole("dialog").getByLabel("Reason");
    await reason.fill("Never done");
    await page.context().setOffline(true);
    await page.getByRole("dialog").getByRole("button", { name: "Ban", exact: true }).click();
    await expect(page.getByRole("dialog").getByText(network)).toBeVisible();
    await expect(reason).toHaveValue("Never done");
  });

  test("a two-factor code is kept", async ({ visit }) => {
    const page = await visit(null, "main", "/login");
    await page.route("**/api/identity/login", (route) =>
      route.fulfill({
        json: { outcome: "mfaRequired", resolver: "r", factors: ["totp"], detail: "" },
      }),
    );
    await page.getByLabel("Email").fill("member@demo.test");
    await page.getByLabel("Password", { exact: true }).fill("Guildhall-2026!");
    await page.getByRole("button", { name: "Sign In" }).click();
    const code = page.getByLabel("Verification code");
    await code.fill("123456");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Verify" }).click();
    await expect(page.getByText(network)).toBeVisible();
    await expect(code).toHaveValue("123456");
  });
});

test.describe("a screen that is not loaded yet", () => {
  test.use({ ownBrowser: true, provoked: [/ERR_(INTERNET_DISCONNECTED|FAILED)/] });

  test("waits for the network and loads when it returns", async ({ visit }) => {
    const page = await visit("member", "main", "/about");
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.route("**/api/directory**", (route) => route.abort());
    await page.getByRole("link", { name: "Network" }).first().click();
    await page.context().setOffline(true);
    await expect(page.getByText("This loads when the connection is back.")).toBeVisible();
    await page.unroute("**/api/directory**");
    await page.context().setOffline(false);
    await expect(page.getByRole("list", { name: "Members" })).toBeVisible();
  });
});
