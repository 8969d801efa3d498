import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page, TestInfo } from "@playwright/test";
import { screens } from "../screens/all.ts";
import type { Screen } from "../screens/screen.ts";
import { Walk } from "../screens/walk.ts";
import { expectAccessible } from "../support/accessible.ts";
import { resize, type Size } from "../support/sizes.ts";
import { expect, test } from "../support/test.ts";

/**
 * Every screen (`e2e/screens`) on both builds, at both sizes, light and dark: no serious finding of
 * axe, and nothing that is wider than the screen. Whoever looks through one door does so in one
 * browser, screen after screen. The other size lays a screen out anew where it stands, as turning a device
 * does; a few are opened at each. The theme changes its colours in place, so only the rules about colours are
 * asked again. Most screens are gone to as by a link, in one page; the others have a page of their own. `npm
 * run screens` takes the pictures too.
 */

// Nobody changes anything, and the longest walk need not wait for the others.
test.describe.configure({ mode: "parallel" });

const allSizes: readonly Size[] = ["desktop", "phone"];

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
  const at = screen.only === undefined ? allSizes : [screen.only];
  let page: Page | undefined;
  const leave = async (fault: boolean) => {
    if (page !== undefined) await walk.leave(page, screen, fault);
    page = undefined;
  };
  for (const size of at) {
    const name = `${screen.door}-${screen.name}-${size}`;
    try {
      if (screen.anew === true) await leave(false);
      const stands = page !== undefined;
      page ??= await walk.pageFor(screen);
      await resize(page, size);
      if (!stands) await walk.open(page, screen);
      await settled(page, screen);
      await keepPicture(page, `${name}-light`);
      await expectAccessible(page);
      await turn(page, "dark");
      await keepPicture(page, `${name}-dark`);
      await expectAccessible(page, ["color-contrast"]);
      await turn(page, "light");
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
