import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { waitForLayout } from "../support/layout.ts";
import type { Account, Site } from "../support/sites.ts";
import { expect, test } from "../support/test.ts";
import { firstThreadPath } from "../support/threads.ts";

/**
 * The screens in German, and in a pseudo-locale that marks each translated text with ⟦…⟧ and is laid
 * out from right to left.
 */

interface Visit {
  site: Site;
  who: Account | null;
  paths: readonly string[];
}

const visits: readonly Visit[] = [
  { site: "main", who: null, paths: ["/login", "/signup", "/forgot-password"] },
  {
    site: "main",
    who: "member",
    paths: [
      "/communities",
      "/network",
      "/activity",
      "/messages",
      "/profile",
      "/profile/edit",
      "/settings",
      "/settings/notifications",
      "/support",
    ],
  },
  { site: "main", who: "staff", paths: ["/staff", "/staff/users", "/staff/tenants"] },
  { site: "ashcombe", who: null, paths: ["/login"] },
  { site: "ashcombe", who: "member", paths: ["/home", "/communities", "/settings"] },
];

for (const [language, direction] of [
  ["de", "ltr"],
  ["ar-XB", "rtl"],
] as const) {
  for (const { site, who, paths } of visits) {
    test(`screens are accessible in ${language} on ${site} as ${who ?? "a visitor"}`, async ({
      visit,
    }) => {
      test.setTimeout(30_000 + paths.length * 15_000);
      const [first = "/", ...others] = paths;
      const page = await visit(who, site, first, (opened) => choose(opened, language));
      const thread = who === "member" && site === "main" ? [await firstThreadPath(page)] : [];
      await look(page, language, direction);
      for (const path of [...others, ...thread]) {
        // oxlint-disable-next-line no-await-in-loop -- one page visits them in turn
        await test.step(path, async () => {
          await page.goto(new URL(path, page.url()).href);
          await look(page, language, direction);
        });
      }
    });
  }
}

test("every text of the screens before sign-in is translatable", async ({ visit }) => {
  const page = await visit(null, "main", "/login", (opened) => choose(opened, "ar-XB"));
  for (const path of ["/login", "/signup", "/forgot-password", "/nowhere"]) {
    // oxlint-disable-next-line no-await-in-loop -- one page visits them in turn
    await test.step(path, async () => {
      await page.goto(new URL(path, page.url()).href);
      await settled(page);
      expect(await unmarkedTexts(page)).toEqual([]);
    });
  }
});

test("a visitor's browser decides the language, and the visitor changes it", async ({ visit }) => {
  const page = await visit(null, "main", "/login", (opened) =>
    opened.addInitScript(() => {
      Object.defineProperty(navigator, "languages", { value: ["de-AT", "en"] });
    }),
  );
  await expect(page.getByRole("heading", { name: "Melden Sie sich an" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page
    .getByRole("group", { name: "Sprache" })
    .getByRole("button", { name: "English" })
    .click();
  await expect(page.getByRole("heading", { name: "Log In to Your Account" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Log In to Your Account" })).toBeVisible();
});

/**
 * Shows the page in a language. The account, which other tests use in English, has it only in the
 * answers that this page gets.
 */
async function choose(page: Page, language: string): Promise<void> {
  await page.addInitScript((chosen) => {
    localStorage.setItem("guildhall.language", chosen);
  }, language);
  await page.route("**/api/me", async (route) => {
    if (route.request().method() !== "GET" || language === "ar-XB") return route.fallback();
    // A portal's name is known to the browser only.
    const url = new URL(route.request().url());
    const headers = { ...route.request().headers(), host: url.host };
    url.hostname = "127.0.0.1";
    const response = await route.fetch({ url: url.href, headers });
    const me: unknown = await response.json();
    const json = typeof me === "object" && me !== null ? { ...me, language } : me;
    return route.fulfill({ response, json });
  });
}

async function look(page: Page, language: string, direction: string): Promise<void> {
  await settled(page);
  await expect(page.locator("html")).toHaveAttribute("lang", language);
  await expect(page.locator("html")).toHaveAttribute("dir", direction);
  await expectAccessible(page);
}

async function settled(page: Page): Promise<void> {
  await expect(page.getByRole("heading").first()).toBeVisible();
  await expect(page.getByRole("status", { name: /Loading|Wird geladen/ })).toHaveCount(0);
  await waitForLayout(page);
}

/** Texts without the marks of the pseudo-locale, besides names. */
function unmarkedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    let open = 0;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const text = node.textContent?.trim() ?? "";
      // A text with elements inside is marked at its beginning and at its end.
      const isInside = open > 0 || text.startsWith("⟦");
      open += text.split("⟦").length - text.split("⟧").length;
      const skipped =
        node.parentElement?.closest("script, style, noscript, [role=group] > [lang]") ?? null;
      if (skipped !== null || !/\p{L}{2}/u.test(text) || text === "Guildhall") continue;
      if (!isInside) found.push(text);
    }
    return found;
  });
}
