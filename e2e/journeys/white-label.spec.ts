import type { Locator, Page } from "@playwright/test";
import { origin } from "../support/sites.ts";
import { expectAccessible } from "../support/accessible.ts";
import { openSearch } from "../support/search.ts";
import { expect, test } from "../support/test.ts";

/** Each site shows its own brand, and other brands only where intended. */

const directory = (place: Page | Locator) =>
  place.getByRole("link", { name: "Affiliations", exact: true });

for (const site of ["ashcombe", "htwu"] as const) {
  test(`the navigation of ${site} has no Affiliations entry in any form`, async ({ visit }) => {
    const page = await visit("member", site, "/communities");
    await expect(page.getByRole("heading", { name: "My Communities" })).toBeVisible();
    await expect(directory(page)).toHaveCount(0);
    const menus = ["More", /^Account menu/];
    for (const name of menus) {
      const button = page.getByRole("button", { name }).filter({ visible: true });
      // oxlint-disable no-await-in-loop -- one menu after the other, on one page
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

/** The painted background colour of a banner. */
const ground = (page: Page) =>
  page
    .locator("[data-slot=affiliation-banner] .bg-deep")
    .evaluate((banner) => getComputedStyle(banner).backgroundColor);

const picture = (page: Page) =>
  page
    .locator("[data-slot=affiliation-banner] [data-slot=engraving]")
    .evaluate((engraving) => getComputedStyle(engraving).maskImage);

test("affiliation pages of the main site have the banner of their own portal", async ({
  visit,
}) => {
  const banners: string[] = [];
  for (const scheme of ["light", "dark"] as const) {
    for (const path of ["ashcombe", "htwu"]) {
      // oxlint-disable no-await-in-loop -- sequential
      const page = await visit("member", "main", `/affiliation/${path}`);
      await expect(page.locator("[data-slot=affiliation-banner]")).toBeVisible();
      await page.evaluate((chosen) => {
        document.documentElement.dataset["theme"] = chosen;
      }, scheme);
      banners.push(await ground(page));
      expect(await picture(page)).toContain("svg");
      // oxlint-enable no-await-in-loop
    }
  }
  expect(new Set(banners).size, banners.join(", ")).toBe(4);
});

test.describe("a private affiliation", () => {
  test.use({ provoked: [[/status of 403 .*\/api\/affiliations\//], { scope: "test" }] });

  test("shows a visitor only the notice and the sign-in", async ({ visit }) => {
    const visitor = await visit(null, "main", "/affiliation/rowan-street");
    await expect(visitor.getByRole("heading", { name: "Private Affiliation" })).toBeVisible();
    await expect(visitor.getByText("Rowan Street Growers")).toHaveCount(0);
    await expectAccessible(visitor);
    await visitor.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await visitor.waitForURL(`${origin("main")}/login`);
  });
});
