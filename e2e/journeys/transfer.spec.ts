import type { Page } from "@playwright/test";
import { origin } from "../support/sites.ts";
import { expect, test } from "../support/test.ts";

test("a member transfers to the portal and back without signing in again", async ({ visit }) => {
  const page = await visit("member", "main", "/communities");
  await expect(page.getByRole("heading", { name: "My Communities" })).toBeVisible();

  await choose(page, "Open Ashcombe Portal");
  await page.waitForURL(`${origin("ashcombe")}/home`);
  await expect(
    page.getByRole("heading", { name: "Ashcombe College Alumni Association" }),
  ).toBeVisible();
  expect(page.url(), "no code stays in the address").not.toContain("#");
  await expect(page.locator("html")).toHaveAttribute("data-brand", "ashcombe");

  await choose(page, "Back to main");
  await page.waitForURL(`${origin("main")}/home`);
  await expect(page.getByRole("heading", { name: "Home", level: 1, exact: true })).toBeAttached();
});

/** The account menu on a desktop, the More sheet on a phone. */
async function choose(page: Page, name: string): Promise<void> {
  const menu = page.getByRole("button", { name: "Account menu" });
  const more = page.getByRole("button", { name: "More", exact: true });
  await menu.or(more).filter({ visible: true }).click();
  const item = page.getByRole("menuitem", { name });
  await item.or(page.getByRole("button", { name })).filter({ visible: true }).click();
}
