import { expect, type Page } from "@playwright/test";
import { signIn } from "./actions.ts";
import { password } from "./sites.ts";
import { linkMailedTo } from "./mail.ts";

/** Enters a code at the invite gate. */
export async function showCode(page: Page, code: string): Promise<void> {
  await expect(page.getByRole("heading", { name: "Exclusive Access Required" })).toBeVisible();
  await page.getByLabel("Invite code").fill(code);
  await page.getByRole("button", { name: "Proceed to Signup" }).click();
}

/** Enters a valid code at the invite gate. */
export async function passInviteGate(page: Page, code: string): Promise<void> {
  await showCode(page, code);
  await expect(page.getByRole("heading", { name: "Exclusive Access Required" })).toBeHidden();
}

/** Submits the sign-up form as Nora Lindqvist. */
export async function signUp(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("First name").fill("Nora");
  await page.getByLabel("Last name").fill("Lindqvist");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Create account" }).click();
}

/** Opens the mailed link, and signs in if the browser did not sign up. */
export async function verifyEmail(page: Page, email: string): Promise<void> {
  await page.goto(await linkMailedTo(email));
  await confirmWhereAsked(page);
  await page.waitForURL(/\/(login|welcome)/);
  if (page.url().includes("/login")) await signIn(page, email);
  await page.waitForURL("**/welcome");
}

/** A browser that did not sign up confirms with a click. */
async function confirmWhereAsked(page: Page): Promise<void> {
  const confirm = page.getByRole("button", { name: "Confirm my email address" });
  const done = page.getByText("Verification complete! Your community awaits.");
  await confirm.or(done).first().waitFor();
  if (await confirm.isVisible()) await confirm.click();
}

/** Scrolls each document to its end and accepts it; `look` may check each step. */
export async function acceptLegalDocuments(
  page: Page,
  look: (page: Page) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await page.getByRole("button", { name: "Continue Setup" }).click();
  for (const title of ["Terms of Service", "Community Guidelines", "Privacy Policy"]) {
    const box = page.getByRole("checkbox", { name: `I have read and agree to the ${title}` });
    // oxlint-disable no-await-in-loop -- sequential, on one page
    await expect(box).toBeDisabled();
    // The step itself has the focus, so one key scrolls it.
    await page.keyboard.press("End");
    await box.check();
    await look(page);
    await page.getByRole("button", { name: /^(Continue|Join)$/ }).click();
    // oxlint-enable no-await-in-loop
  }
}
