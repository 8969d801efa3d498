import type { Page } from "@playwright/test";

/** Navigates within the app as the browser's own buttons do, without loading a page. */
export async function followLink(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}
