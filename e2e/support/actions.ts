import { expect, type Page } from "@playwright/test";
import { password } from "./sites.ts";

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
