import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { screens } from "../screens/all.ts";
import type { Screen } from "../screens/screen.ts";
import { Walk } from "../screens/walk.ts";
import { expectAccessible } from "../support/accessible.ts";
import { expect, test } from "../support/test.ts";

/**
 * Every screen (`e2e/screens`) on both builds, at both sizes, light and dark: no serious finding of
 * axe, and nothing that is wider than the screen. Whoever looks through one door does so in one
 * browser, screen after screen, and each screen is opened once: the theme changes its colours in
 * place, so only the rules about colours are asked again. Most screens are gone to as by a link, in one
 * page; the others have a page of their own. `npm run screens` takes the pictures too.
 */

// Nobody changes anything, and the longest walk need not wait for the others.
test.describe.configure({ mode: "parallel" });

const groups = Map.groupBy(screens, ({ door, who }) => `${door} as ${who ?? "a visitor"}`);

for (const [name, group] of groups) {
  const [first] = group;
  if (first === undefined) continue;
  test.describe(name, () => {
    // In the long form: a list of two would be taken for it.
    test.use({ provoked: [group.flatMap(({ provokes }) => provokes ?? []), { scope: "test" }] });

    test("every screen", async ({ visit }, info) => {
      const size = info.project.name;
      const shown = group.filter(({ only }) => only === undefined || only === size);
      test.setTimeout(10_000 + shown.length * 10_000);
      const walk = new Walk(await visit(first.who, first.door, Walk.between));
      const faults: string[] = [];
      for (const screen of shown) {
        const look = async () => {
          const page = await walk.pageFor(screen);
          let fault: unknown;
          try {
            await walk.open(page, screen);
            await settled(page, screen);
            await keepPicture(page, `${screen.door}-${screen.name}-${size}-light`);
            await expectAccessible(page);
            await turn(page, "dark");
            await keepPicture(page, `${screen.door}-${screen.name}-${size}-dark`);
            await expectAccessible(page, ["color-contrast"]);
            await turn(page, "light");
          } catch (caught) {
            fault = caught;
            faults.push(`${screen.name}: ${String(fault)}`);
            await page.screenshot({ path: info.outputPath(`${screen.name}.png`) });
          } finally {
            await walk.leave(page, screen, fault !== undefined);
          }
        };
        // oxlint-disable-next-line no-await-in-loop -- one browser, one screen after the other
        await test.step(screen.name, look, { timeout: 30_000 });
      }
      expect(faults).toEqual([]);
    });
  });
}

/** As the page itself does it when the member chooses: nothing moves from one colour to the other. */
async function turn(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.evaluate(async (to) => {
    const { dataset } = document.documentElement;
    dataset["themeSwitching"] = "";
    dataset["theme"] = to;
    for (let frame = 0; frame < 2; frame += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one frame after the other
      await new Promise(requestAnimationFrame);
    }
    delete dataset["themeSwitching"];
  }, theme);
}

/** Waits until the screen is there, and the whole of it: no part is drawn as being on its way. */
async function settled(page: Page, screen: Screen): Promise<void> {
  await expect(screen.shows(page)).toBeVisible();
  await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

/** Whether every picture that shows has been fetched. */
function arrived(): boolean {
  return [...document.images].every((image) => {
    const { top, bottom, left, right } = image.getBoundingClientRect();
    const outside = bottom < 0 || top > innerHeight || right < 0 || left > innerWidth;
    return image.complete || outside || !image.checkVisibility();
  });
}

async function keepPicture(page: Page, name: string): Promise<void> {
  if (process.env["SCREENS"] !== "1") return;
  const folder = join(resolve(import.meta.dirname, "../.."), "docs/screens");
  mkdirSync(folder, { recursive: true });
  await page.waitForFunction(arrived, undefined, { timeout: 10_000 });
  // What moves has arrived.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish();
    }
  });
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 82 });
  writeFileSync(join(folder, `${name}.webp`), data, "base64");
}
