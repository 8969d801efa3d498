import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";

/** Staff actions on portals through the screens. */

/** Creates a portal. On a phone the button is in the header, on a desktop next to the title. */
export async function createPortal(
  staff: Page,
  affiliation: string,
  subdomain: string,
): Promise<void> {
  await staff.getByRole("button", { name: "New portal" }).filter({ visible: true }).click();
  const dialog = staff.getByRole("dialog", { name: "New portal" });
  await dialog.getByRole("searchbox").fill(affiliation);
  await dialog.getByRole("radio").first().check();
  await dialog.getByLabel("Subdomain").fill(subdomain);
  await dialog.getByRole("button", { name: "Create portal" }).click();
  await expect(dialog).toBeHidden();
}

/** Publishes a brand with this colour, from any tab of the portal. */
export async function publishBrand(staff: Page, colour: string): Promise<void> {
  await staff.getByRole("link", { name: "Brand", exact: true }).first().click();
  await staff.getByLabel("Brand colour").fill(colour);
  await expect(staff.getByText("All colours are readable")).toBeVisible();
  await expectAccessible(staff);
  const published = staff.waitForResponse(
    (answer) => answer.request().method() === "POST" && answer.url().endsWith("/publish"),
  );
  await staff.getByRole("button", { name: "Publish brand" }).click();
  expect((await published).status()).toBeLessThan(300);
  await expect(staff.getByText("Published", { exact: true }).first()).toBeVisible();
}

export function brandOf(page: Page): Promise<string> {
  return page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue("--brand").trim(),
  );
}
