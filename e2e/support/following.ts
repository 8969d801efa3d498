import type { Page } from "@playwright/test";

/** Goes to another address of the application as the browser's own buttons do: nothing is loaded. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}
