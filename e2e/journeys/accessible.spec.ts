import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import type { Account, Door } from "../support/doors.ts";
import { expectAccessible } from "../support/accessible.ts";
import { communitiesOf, firstThread } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";

/**
 * Every screen on both builds, light and dark, at both sizes: no serious finding of axe, and
 * nothing that is wider than the screen. With SCREENS=1 pictures are taken too.
 */

interface Screen {
  name: string;
  who: Account | null;
  door: Door;
  path: () => Promise<string> | string;
  shows: (page: Page) => ReturnType<Page["getByText"]>;
}

const thread = (who: Account, door: Door) => async () => {
  const [first] = await communitiesOf(who, door);
  return (await firstThread(who, door, first?.id ?? ""))?.path ?? "/communities";
};

const screens: readonly Screen[] = [
  ...(["main", "ashcombe", "htwu"] as const).flatMap((door): Screen[] => [
    {
      name: "login",
      who: null,
      door,
      path: () => "/login",
      shows: (page) => page.getByRole("button", { name: "Sign In" }),
    },
    {
      name: "communities",
      who: "member",
      door,
      path: () => "/communities",
      shows: (page) => page.getByRole("heading", { name: "My Communities" }),
    },
    {
      name: "thread",
      who: "member",
      door,
      path: thread("member", door),
      shows: (page) => page.getByRole("article").first(),
    },
  ]),
  {
    name: "signup-gate",
    who: null,
    door: "main",
    path: () => "/signup",
    shows: (page) => page.getByRole("heading", { name: "Exclusive Access Required" }),
  },
  {
    name: "paused",
    who: "paused",
    door: "main",
    path: () => "/access-paused",
    shows: (page) => page.getByRole("heading", { name: "Your account is paused" }),
  },
  {
    name: "front-door",
    who: "outsider",
    door: "ashcombe",
    path: () => "/communities",
    shows: (page) => page.getByText("Ashcombe College Alumni Association").first(),
  },
  {
    name: "terms",
    who: null,
    door: "main",
    path: () => "/terms-of-service",
    shows: (page) => page.getByRole("heading", { name: "Terms of Service" }).first(),
  },
  {
    name: "about",
    who: null,
    door: "htwu",
    path: () => "/about",
    shows: (page) => page.getByRole("heading", { level: 1 }),
  },
  {
    name: "affiliations",
    who: "member",
    door: "main",
    path: () => "/affiliations",
    shows: (page) => page.getByText("Ashcombe College Alumni Association").first(),
  },
  {
    name: "affiliation",
    who: "member",
    door: "main",
    path: () => "/affiliation/ashcombe",
    shows: (page) => page.getByRole("heading", { name: "Ashcombe College Alumni Association" }),
  },
];

for (const screen of screens) {
  for (const scheme of ["light", "dark"] as const) {
    test(`${screen.door} ${screen.name}, ${scheme}`, async ({ visit }, info) => {
      const page = await visit(screen.who, screen.door, await screen.path(), { scheme });
      await expect(screen.shows(page)).toBeVisible();
      await page.evaluate(() => document.fonts.ready);

      await keepPicture(page, `${screen.door}-${screen.name}-${info.project.name}-${scheme}`);
      await expectAccessible(page);
    });
  }
}

/** Those that README.md shows. */
const shown = new Set([
  "main-thread-desktop-light",
  "ashcombe-thread-desktop-light",
  "htwu-thread-phone-dark",
]);

async function keepPicture(page: Page, name: string): Promise<void> {
  if (process.env["SCREENS"] !== "1") return;
  const root = resolve(import.meta.dirname, "../..");
  const folder = shown.has(name) ? "docs/screens" : "test-results/screens";
  await page.screenshot({ path: join(root, folder, `${name}.png`), animations: "disabled" });
}
