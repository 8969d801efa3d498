import type { Locator, Page } from "@playwright/test";

/** Opens the search from the desktop or the phone header. */
export async function openSearch(page: Page): Promise<Locator> {
  await page
    .getByRole("button", { name: /^Search\b/ })
    .filter({ visible: true })
    .click();
  return page.getByRole("combobox", { name: "Search" });
}

/** Opens the search and enters a text. */
export async function searchFor(page: Page, words: string): Promise<void> {
  const field = await openSearch(page);
  await field.fill(words);
}

/** A search result of one kind. */
export function searchResult(page: Page, kind: string, name: string | RegExp): Locator {
  return page.getByRole("group", { name: kind }).getByRole("option", { name }).first();
}

/** Chooses an offered filter. */
export function suggestion(page: Page, name: string | RegExp): Locator {
  return searchResult(page, "Narrow the search", name);
}
