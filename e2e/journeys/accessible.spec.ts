import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { screens } from "../screens/all.ts";
import { expectAccessible } from "../support/accessible.ts";
import { expect, test } from "../support/test.ts";

/**
 * Every screen (`e2e/screens`) on both builds, light and dark, at both sizes: no serious finding of
 * axe, and nothing that is wider than the screen. `npm run screens` takes their pictures too.
 */

for (const screen of screens) {
  test.describe(`${screen.door} ${screen.name}`, () => {
    test.use({ provoked: screen.provokes ?? [] });

    for (const scheme of ["light", "dark"] as const) {
      const tag = screen.only === undefined ? [] : [`@only-${screen.only}`];
      test(scheme, { tag }, async ({ visit }, info) => {
        const path = typeof screen.path === "string" ? screen.path : await screen.path();
        const page = await visit(screen.who, screen.door, path, { scheme });
        await screen.before?.(page);
        await expect(screen.shows(page)).toBeVisible();
        await page.evaluate(() => document.fonts.ready);

        await keepPicture(page, `${screen.door}-${screen.name}-${info.project.name}-${scheme}`);
        await expectAccessible(page);
      });
    }
  });
}

async function keepPicture(page: Page, name: string): Promise<void> {
  if (process.env["SCREENS"] !== "1") return;
  const folder = join(resolve(import.meta.dirname, "../.."), "docs/screens");
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), animations: "disabled" });
}
