import type { Locator, Page } from "@playwright/test";

/** The search, as it is opened from the bar of a desk or a phone's header. */
export async function openSearch(page: Page): Promise<Locator> {
  await page
    .getByRole("button", { name: /^Search\b/ })
    .filter({ visible: true })
    .click();
  return page.getByRole("combobox", { name: "Search" });
}

/** Opens the search and looks for something. */
export async function lookFor(page: Page, words: string): Promise<void> {
  const field = await openSearch(page);
  await field.fill(words);
}

/** What was found of one kind. */
export function found(page: Page, kind: string, name: string | RegExp): Locator {
  return page.getByRole("group", { name: kind }).getByRole("option", { name }).first();
}
