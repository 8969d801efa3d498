import { expect, type Page } from "@playwright/test";
import { origin, password } from "./sites.ts";

/** Signs in with a password on the page's own site; the target is up to the test. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

/** Performs an action that asks for a reason in a dialog. */
export async function runStaffAction(staff: Page, action: string, reason: string): Promise<void> {
  await staff.getByRole("button", { name: action, exact: true }).click();
  const dialog = staff.getByRole("dialog");
  await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button", { name: action }).click();
  await expect(dialog).toBeHidden();
}

/** Signs out through the menu of the main site. */
export async function signOut(page: Page): Promise<void> {
  await page.goto(`${origin("main")}/communities`);
  const menu = page.getByRole("button", { name: "Account menu" });
  const more = page.getByRole("button", { name: "More", exact: true });
  await menu.or(more).filter({ visible: true }).first().click();
  await page
    .getByRole("menuitem", { name: "Log Out" })
    .or(page.getByRole("button", { name: "Log Out" }))
    .click();
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
}
