import type { Locator, Page } from "@playwright/test";
import { openSearch } from "../support/searching.ts";
import { expect, test } from "../support/test.ts";

/** What each site shows of its own brand and of others'. */

const directory = (place: Page | Locator) => place.getByRole("link", { name: "Affiliations" });

for (const site of ["ashcombe", "htwu"] as const) {
  test(`the navigation of ${site} has no Affiliations entry in any form`, async ({ visit }) => {
    const page = await visit("member", site, "/communities");
    await expect(page.getByRole("heading", { name: "My Communities" })).toBeVisible();
    await expect(directory(page)).toHaveCount(0);
    const menus = ["More", /^Account menu/];
    for (const name of menus) {
      const button = page.getByRole("button", { name }).filter({ visible: true });
      // oxlint-disable no-await-in-loop -- one page, one menu after the other
      if ((await button.count()) === 0) continue;
      await button.click();
      await expect(page.getByText("Profile", { exact: true }).last()).toBeVisible();
      await expect(page.getByText("Affiliations", { exact: true })).toHaveCount(0);
      await page.keyboard.press("Escape");
      // oxlint-enable no-await-in-loop
    }
    const field = await openSearch(page);
    await field.fill("Activity");
    await expect(page.getByRole("option", { name: /^Activity/ }).first()).toBeVisible();
    await field.fill("Affiliations");
    await expect(page.getByRole("option", { name: /^Activity/ })).toHaveCount(0);
    await expect(page.getByRole("option", { name: /^Affiliations/ })).toHaveCount(0);
  });
}
