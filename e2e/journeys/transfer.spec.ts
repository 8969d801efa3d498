import type { Page } from "@playwright/test";
import { origin } from "../support/doors.ts";
import { expect, test } from "../support/test.ts";

test("a member crosses to the portal and back without signing in again", async ({ visit }) => {
  const page = await visit("member", "main", "/communities");

  await openMenu(page);
  await page.getByRole("menuitem", { name: /Open Ashcombe Portal/ }).click();
  await page.waitForURL(`${origin("ashcombe")}/**`);
  await expect(page.getByRole("heading", { name: "My Communities" })).toBeVisible();
  expect(page.url(), "no code stays in the address").not.toContain("#");
  await expect(page.locator("html")).toHaveAttribute("data-brand", "ashcombe");

  await openMenu(page);
  await page.getByRole("menuitem", { name: /Back to/ }).click();
  await page.waitForURL(`${origin("main")}/**`);
  await expect(page.getByRole("heading", { name: "My Communities" })).toBeVisible();
});

async function openMenu(page: Page): Promise<void> {
  const desk = page.getByRole("button", { name: /^Account menu/ });
  const phone = page.getByRole("button", { name: "More" });
  await desk.or(phone).first().click();
}
