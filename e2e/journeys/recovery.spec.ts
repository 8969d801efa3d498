import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { accounts, password } from "../support/sites.ts";
import { type Instance, startInstance } from "../support/instance.ts";
import { type MailServer, startMailServer } from "../support/smtp.ts";
import { expect, test as base } from "../support/test.ts";

/** Password recovery with a real mail server between the product and the member. */

const test = base.extend<{ office: MailServer; hall: Instance }>({
  office: async ({ provoked: _provoked }, give) => {
    const office = await startMailServer();
    await give(office);
    office.stop();
  },
  // The instance ends with the test, so its browser cannot be reused.
  ownBrowser: true,
  // Set up first, so that it is torn down last.
  hall: [
    async ({ office }, give) => {
      const hall = await startInstance({
        name: "server-with-mail",
        settings: () => office.settings,
      });
      await give(hall);
      await hall.stop();
    },
    { auto: true, timeout: 120_000 },
  ],
});

// The session that ends elsewhere causes a 401; a used link is refused.
test.use({ provoked: [/status of 4\d\d/] });

async function signIn(page: Page, secret: string): Promise<void> {
  await page.getByLabel("Email").fill(accounts.member);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Sign In" }).click();
}

test(
  "a lost password is replaced by email and every other session ends",
  { tag: "@only-phone" },
  async ({ visit, office }) => {
    const elsewhere = await visit(null, "main", "/login");
    await signIn(elsewhere, password);
    await elsewhere.waitForURL("**/home");

    const page = await visit(null, "main", "/login");
    await page.getByRole("link", { name: "Recover Password" }).click();
    // The previous screen has a field of the same name.
    await expect(page.getByRole("heading", { name: "Recover Password" })).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Email").fill(accounts.member);
    await page.getByRole("button", { name: "Send link" }).click();
    await expect(page.getByRole("status").getByText("It works for 30 minutes")).toBeVisible();

    const link = await office.foundInMail(accounts.member, /https?:\/\/\S+reset-password\?\S+/);
    await page.goto(link);
    await expectAccessible(page);
    const another = "Copper-Heron-77";
    await page.getByLabel("New password", { exact: true }).fill(another);
    await page.getByLabel("Confirm new password").fill(another);
    await page.getByRole("button", { name: "Save new password" }).click();
    await expect(page.getByRole("link", { name: "Sign In" })).toBeVisible();

    await office.foundInMail(accounts.member, /Subject: Your password for Guildhall was changed/);
    await elsewhere.waitForURL("**/login");
    await expect(elsewhere.getByText("Session expired. Please log in again.")).toBeVisible();

    await page.getByRole("link", { name: "Sign In" }).click();
    await signIn(page, another);
    await page.waitForURL("**/home");

    const late = await visit(null, "main", new URL(link).pathname + new URL(link).search);
    await late.getByLabel("New password", { exact: true }).fill("Marble-Ferry-31");
    await late.getByLabel("Confirm new password").fill("Marble-Ferry-31");
    await late.getByRole("button", { name: "Save new password" }).click();
    const refused = "This link is no longer valid. Please request a new one.";
    await expect(late.getByText(refused)).toBeVisible();
    await expect(late.getByRole("link", { name: "Request a new link" })).toBeVisible();
  },
);
