import type { Page, TestInfo } from "@playwright/test";
import { screens } from "../screens/all.ts";
import type { Screen } from "../screens/screen.ts";
import { Walk } from "../screens/walk.ts";
import { expectAccessible } from "../support/accessible.ts";
import { waitForLayout } from "../support/layout.ts";
import { captureWebp, screenshotPath } from "../support/screenshots.ts";
import { resize, sizeOf, type Size } from "../support/sizes.ts";
import { expect, test } from "../support/test.ts";

/**
 * Checks every screen (`e2e/screens`) on both builds, at both sizes, light and dark: axe reports
 * nothing serious, and nothing is wider than the viewport. All screens of one account on one site
 * share a browser. A screen opens at the size of the previous check and is then resized, as when
 * turning a device; a few screens reopen at each size. The dark theme is applied in place, so only
 * colour rules are checked there. Most screens are reached by a link within one page; the others
 * have their own page. `npm run screens` takes the pictures as well.
 */

// No test changes data, and the other tests can run alongside the longest one.
test.describe.configure({ mode: "parallel" });

type Theme = "light" | "dark";

const groups = Map.groupBy(screens, ({ site, who }) => `${site} as ${who ?? "a visitor"}`);

for (const [name, group] of groups) {
  const [first] = group;
  if (first === undefined) continue;
  test.describe(name, () => {
    // In the long form, because Playwright would interpret a list of two as value and options.
    test.use({ provoked: [group.flatMap(({ provokes }) => provokes ?? []), { scope: "test" }] });

    test("every screen is accessible and fits its width", async ({ visit }, info) => {
      test.setTimeout(10_000 + group.length * 20_000);
      const walk = new Walk(await visit(first.who, first.site, Walk.between));
      const faults: string[] = [];
      for (const screen of group) {
        const look = async () => {
          for (const fault of await looked(walk, screen, info)) faults.push(fault);
        };
        // oxlint-disable-next-line no-await-in-loop -- sequential, in one browser
        await test.step(screen.name, look, { timeout: 60_000 });
      }
      expect(faults).toEqual([]);
    });
  });
}

/** The faults of a screen at its sizes. */
async function looked(walk: Walk, screen: Screen, info: TestInfo): Promise<string[]> {
  const faults: string[] = [];
  let page: Page | undefined = await walk.pageFor(screen);
  let stands = false;
  const leave = async (fault: boolean) => {
    if (page !== undefined) {
      if (!fault) await turn(page, "light");
      await walk.leave(page, screen, fault);
    }
    page = undefined;
    stands = false;
  };
  for (const size of sizesFrom(sizeOf(page), screen)) {
    const name = `${screen.site}-${screen.name}-${size}`;
    try {
      if (stands && screen.anew === true) await leave(false);
      page ??= await walk.pageFor(screen);
      await resize(page, size);
      if (!stands) await walk.open(page, screen);
      await waitUntilSettled(page, screen);
      // Starts with the theme of the previous check if the screen is still open.
      const themes: readonly Theme[] = stands ? ["dark", "light"] : ["light", "dark"];
      stands = true;
      for (const theme of themes) await lookAt(page, name, theme);
    } catch (caught) {
      faults.push(`${name}: ${String(caught)}`);
      await page?.screenshot({ path: info.outputPath(`${name}.png`) });
      // The other size is still checked, in a new page.
      await leave(true);
    }
  }
  await leave(false);
  return faults;
}

/** The sizes of a screen, the page's current one first. */
function sizesFrom(own: Size, { only }: Screen): readonly Size[] {
  if (only !== undefined) return [only];
  return own === "desktop" ? ["desktop", "phone"] : ["phone", "desktop"];
}

async function lookAt(page: Page, name: string, theme: Theme): Promise<void> {
  await turn(page, theme);
  await takeScreenshot(page, `${name}-${theme}`);
  await expectAccessible(page, theme === "dark" ? ["color-contrast"] : undefined);
}

/** Changes the theme as the page does, without colour transitions. */
async function turn(page: Page, theme: Theme): Promise<void> {
  const turned = await page.evaluate((to) => {
    const { dataset } = document.documentElement;
    if ((dataset["theme"] ?? "light") === to) return false;
    dataset["themeSwitching"] = "";
    dataset["theme"] = to;
    return true;
  }, theme);
  if (!turned) return;
  await waitForLayout(page);
  await page.evaluate(() => {
    delete document.documentElement.dataset["themeSwitching"];
  });
}

/** Waits until the screen is complete, without loading states. */
async function waitUntilSettled(page: Page, screen: Screen): Promise<void> {
  await expect(screen.shows(page)).toBeVisible();
  await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

/** True if every visible picture has been loaded. */
function arrived(): boolean {
  return [...document.images].every((image) => {
    const { top, bottom, left, right } = image.getBoundingClientRect();
    const outside = bottom < 0 || top > innerHeight || right < 0 || left > innerWidth;
    return image.complete || outside || !image.checkVisibility();
  });
}

async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (process.env["SCREENS"] !== "1") return;
  await page.waitForFunction(arrived, undefined, { timeout: 10_000 });
  // Finishes all animations.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish();
    }
  });
  await captureWebp(page, screenshotPath(name));
}
