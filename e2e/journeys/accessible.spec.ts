import type { Page, TestInfo } from "@playwright/test";
import { screens } from "../screens/all.ts";
import type { Screen } from "../screens/screen.ts";
import { Walk } from "../screens/walk.ts";
import { expectAccessible } from "../support/accessible.ts";
import { laidOut } from "../support/laid-out.ts";
import { captureWebp, screenshotPath } from "../support/screenshots.ts";
import { resize, sizeOf, type Size } from "../support/sizes.ts";
import { expect, test } from "../support/test.ts";

/**
 * Every screen (`e2e/screens`) on both builds, at both sizes, light and dark: no serious finding of
 * axe, and nothing that is wider than the screen. Whoever looks through one door does so in one
 * browser, screen after screen. A screen is opened at the size that the last one was left at; the other lays it
 * out anew where it stands, as turning a device does; a few are opened at each. The theme changes its colours in
 * place, so only the rules about colours are asked of the dark one. Most screens are gone to as by a link, in one
 * page; the others have a page of their own. `npm run screens` takes the pictures too.
 */

// Nobody changes anything, and the longest walk need not wait for the others.
test.describe.configure({ mode: "parallel" });

type Theme = "light" | "dark";

const groups = Map.groupBy(screens, ({ door, who }) => `${door} as ${who ?? "a visitor"}`);

for (const [name, group] of groups) {
  const [first] = group;
  if (first === undefined) continue;
  test.describe(name, () => {
    // In the long form: a list of two would be taken for it.
    test.use({ provoked: [group.flatMap(({ provokes }) => provokes ?? []), { scope: "test" }] });

    test("every screen", async ({ visit }, info) => {
      test.setTimeout(10_000 + group.length * 20_000);
      const walk = new Walk(await visit(first.who, first.door, Walk.between));
      const faults: string[] = [];
      for (const screen of group) {
        const look = async () => {
          for (const fault of await looked(walk, screen, info)) faults.push(fault);
        };
        // oxlint-disable-next-line no-await-in-loop -- one browser, one screen after the other
        await test.step(screen.name, look, { timeout: 60_000 });
      }
      expect(faults).toEqual([]);
    });
  });
}

/** What is wrong with a screen, at the sizes it exists at. */
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
    const name = `${screen.door}-${screen.name}-${size}`;
    try {
      if (stands && screen.anew === true) await leave(false);
      page ??= await walk.pageFor(screen);
      await resize(page, size);
      if (!stands) await walk.open(page, screen);
      await settled(page, screen);
      // Where a screen stands it is as the other size was left.
      const themes: readonly Theme[] = stands ? ["dark", "light"] : ["light", "dark"];
      stands = true;
      for (const theme of themes) await lookAt(page, name, theme);
    } catch (caught) {
      faults.push(`${name}: ${String(caught)}`);
      await page?.screenshot({ path: info.outputPath(`${name}.png`) });
      // The other size is looked at all the same, in a page that the fault has not touched.
      await leave(true);
    }
  }
  await leave(false);
  return faults;
}

/** The sizes that a screen exists at, the page's own first. */
function sizesFrom(own: Size, { only }: Screen): readonly Size[] {
  if (only !== undefined) return [only];
  return own === "desktop" ? ["desktop", "phone"] : ["phone", "desktop"];
}

async function lookAt(page: Page, name: string, theme: Theme): Promise<void> {
  await turn(page, theme);
  await takeScreenshot(page, `${name}-${theme}`);
  await expectAccessible(page, theme === "dark" ? ["color-contrast"] : undefined);
}

/** As the page itself does it when the member chooses: nothing moves from one colour to the other. */
async function turn(page: Page, theme: Theme): Promise<void> {
  const turned = await page.evaluate((to) => {
    const { dataset } = document.documentElement;
    if ((dataset["theme"] ?? "light") === to) return false;
    dataset["themeSwitching"] = "";
    dataset["theme"] = to;
    return true;
  }, theme);
  if (!turned) return;
  await laidOut(page);
  await page.evaluate(() => {
    delete document.documentElement.dataset["themeSwitching"];
  });
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

async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (process.env["SCREENS"] !== "1") return;
  await page.waitForFunction(arrived, undefined, { timeout: 10_000 });
  // What moves has arrived.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish();
    }
  });
  await captureWebp(page, screenshotPath(name));
}
