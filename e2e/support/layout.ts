import type { Page } from "@playwright/test";

/** Waits until the app has rendered its latest state: the frame that shows it has passed. */
export async function waitForLayout(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) {
      // oxlint-disable-next-line no-await-in-loop -- sequential frames
      await new Promise(requestAnimationFrame);
    }
  });
}
