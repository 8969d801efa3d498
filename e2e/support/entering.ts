import { expect, type Page } from "@playwright/test";
import { password } from "./doors.ts";

/** Shows a code at the sign-up's gate. */
export async function showCode(page: Page, code: string): Promise<void> {
  await expect(page.getByRole("heading", { name: "Exclusive Access Required" })).toBeVisible();
  await page.getByLabel("Invite code").fill(code);
  await page.getByRole("button", { name: "Proceed to Signup" }).click();
}

/** Shows a code that opens the gate. */
export async function passTheGate(page: Page, code: string): Promise<void> {
  await showCode(page, code);
  await expect(page.getByRole("heading", { name: "Exclusive Access Required" })).toBeHidden();
}

/** Fills the sign-up form as Nora Lindqvist, and sends it. */
export async function signUp(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("First name").fill("Nora");
  await page.getByLabel("Last name").fill("Lindqvist");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Create account" }).click();
}
