import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import type { Door } from "../support/doors.ts";
import { expectAccessible } from "../support/accessible.ts";
import { expect, test } from "../support/test.ts";

/** The screens about people, on both builds, light and dark, at both sizes: no serious finding of axe. */

interface Screen {
  name: string;
  door: Door;
  path: string;
  shows: (page: Page) => ReturnType<Page["getByText"]>;
}

const onBoth = (["main", "ashcombe"] as const).flatMap((door): Screen[] => [
  {
    name: "network",
    door,
    path: "/network",
    shows: (page) => page.getByRole("list", { name: "Members" }),
  },
  {
    name: "profile",
    door,
    path: "/profile",
    shows: (page) => page.getByRole("heading", { name: /Nadia Rahman/ }),
  },
  {
    name: "profile-edit",
    door,
    path: "/profile/edit",
    shows: (page) => page.getByRole("button", { name: "Save profile" }),
  },
  {
    name: "settings-privacy",
    door,
    path: "/settings/privacy",
    shows: (page) => page.getByRole("group", { name: "Who sees my profile" }),
  },
  {
    name: "settings-data",
    door,
    path: "/settings/data",
    shows: (page) => page.getByRole("button", { name: "Delete my account" }),
  },
]);

const screens: readonly Screen[] = [
  ...onBoth,
  {
    name: "settings",
    door: "main",
    path: "/settings",
    shows: (page) => page.getByRole("link", { name: /Privacy/ }).first(),
  },
  {
    name: "somebody",
    door: "main",
    path: "/profile/kboateng",
    shows: (page) => page.getByRole("heading", { name: /Kwame Boateng/ }),
  },
];

for (const screen of screens) {
  for (const scheme of ["light", "dark"] as const) {
    test(`${screen.door} ${screen.name}, ${scheme}`, async ({ visit }, info) => {
      const page = await visit("member", screen.door, screen.path, { scheme });
      await expect(screen.shows(page)).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      await keepPicture(page, `${screen.door}-${screen.name}-${info.project.name}-${scheme}`);
      await expectAccessible(page);
    });
  }
}

async function keepPicture(page: Page, name: string): Promise<void> {
  if (process.env["SCREENS"] !== "1") return;
  const folder = join(resolve(import.meta.dirname, "../.."), "test-results/screens");
  await page.screenshot({ path: join(folder, `${name}.png`), animations: "disabled" });
}
