import type { Page } from "@playwright/test";
import { signIn } from "./actions.ts";
import type { Fixtures } from "./test.ts";

/** A browser in which an account of the demo network has just signed in, on the main site. */
export async function signedIn(visit: Fixtures["visit"], email: string): Promise<Page> {
  const page = await visit(null, "main", "/login");
  await signIn(page, email);
  await page.waitForURL("**/home");
  return page;
}

/** Opens the page of an account in the staff area. */
export async function openStaffUser(staff: Page, email: string): Promise<void> {
  const { origin } = new URL(staff.url());
  await staff.goto(`${origin}/staff/users?q=${encodeURIComponent(email)}`);
  await staff.getByRole("row").filter({ hasText: email }).getByRole("link").click();
  await staff.getByRole("navigation", { name: "Sections of this account" }).waitFor();
}
