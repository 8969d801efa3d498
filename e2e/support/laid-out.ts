import type { Page } from "@playwright/test";

/** Until the application has laid itself out for what it was just told: the frame that shows it has passed. */
export async function laidOut(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one frame after the other
      await new Promise(requestAnimationFrame);
    }
  });
}
