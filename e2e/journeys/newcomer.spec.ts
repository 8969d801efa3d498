import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { acceptLegalDocuments, passInviteGate, verifyEmail, signUp } from "../support/sign-up.ts";
import { postMessage } from "../support/screens.ts";
import { origin } from "../support/sites.ts";
import { expect, test } from "../support/test.ts";

test("a newcomer comes in with a code, founds a community and says the first word", async ({
  visit,
}) => {
  const email = `newcomer-${randomUUID().slice(0, 8)}@demo.test`;
  const page = await visit(null, "main", "/signup");

  await passInviteGate(page, "welcome1");
  await expectAccessible(page);
  await signUp(page, email);
  await page.waitForURL("**/verify-email");
  await expectAccessible(page);
  await verifyEmail(page, email);
  await expectAccessible(page);
  await acceptLegalDocuments(page, expectAccessible);
  await page.waitForURL("**/home");

  await page.goto(`${origin("main")}/communities`);
  await foundCommunity(page, "Evening readers");
  await startThread(page, "What are we reading in December?");
  await postMessage(page, "Something short, by a fire.");
  await expect(page.getByRole("article").getByText("Something short, by a fire.")).toBeVisible();

  await page.reload();
  await expect(page.getByRole("article").getByText("Something short, by a fire.")).toBeVisible();
});

test.describe("refused", () => {
  test.use({ provoked: [/status of 4\d\d/] });

  test("a code that is used up opens nothing", async ({ visit }) => {
    const page = await visit(null, "main", "/signup");
    await page.getByLabel("Invite code").fill("SPENT001");
    await page.getByRole("button", { name: "Proceed to Signup" }).click();
    await expect(page.getByText("This invite code has reached its usage limit.")).toBeVisible();
  });

  test("a wrong password is refused and says no more than that", async ({ visit }) => {
    const page = await visit(null, "main", "/login");
    await page.getByLabel("Email").fill(`nobody-${randomUUID().slice(0, 8)}@demo.test`);
    await page.getByLabel("Password", { exact: true }).fill("Not-the-password-1");
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByText("Invalid email or password.")).toBeVisible();
  });
});

async function foundCommunity(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "New community" }).first().click();
  const form = page.getByRole("dialog");
  await expect(form).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel("Name", { exact: true }).fill(name);
  await form.getByLabel("Description").fill("One book a month, read slowly.");
  await form.getByRole("button", { name: "Create" }).click();
  await page.waitForURL(/\/communities\/[0-9a-f]{32}/);
  await expect(page.getByText(name).first()).toBeVisible();
}

async function startThread(page: Page, caption: string): Promise<void> {
  await page.getByRole("button", { name: "New thread" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Caption").fill(caption);
  await form.getByRole("button", { name: "Create" }).click();
  await page.waitForURL(/\/threads\/[0-9a-f]{32}/);
  await expect(page.getByRole("heading", { name: caption })).toBeVisible();
}
