import type { Page } from "@playwright/test";
import { communitiesOf, firstThread } from "../support/screens.ts";
import { origin } from "../support/sites.ts";
import { call, text } from "../support/http.ts";
import { session } from "../support/sessions.ts";
import { expect, test } from "../support/test.ts";

test("a portal shows only the member's communities of its affiliation", async ({ visit }) => {
  // No test adds this member to a community meanwhile.
  const everywhere = await communitiesOf("fourth", "main");
  const here = await communitiesOf("fourth", "ashcombe");
  expect(here.length).toBeGreaterThan(0);
  expect(here.length).toBeLessThan(everywhere.length);
  const known = new Set(everywhere.map((community) => community.id));
  expect(here.filter((community) => !known.has(community.id))).toEqual([]);

  const page = await visit("fourth", "ashcombe", "/communities");
  await expect(page.getByRole("heading", { name: "My Communities" })).toBeVisible();
  for (const community of here) {
    await expect(row(page, community.id)).toHaveText(new RegExp(escaped(community.name)));
  }
  const shown = new Set(here.map((community) => community.id));
  for (const elsewhere of everywhere.filter((community) => !shown.has(community.id))) {
    await expect(row(page, elsewhere.id)).toHaveCount(0);
  }
});

test("a member starts at the portal's home and opens a community", async ({ visit }) => {
  const [first] = await communitiesOf("member", "ashcombe");
  const page = await visit("member", "ashcombe", "/");
  await page.waitForURL("**/home");
  const name = "Ashcombe College Alumni Association";
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(page.getByRole("list", { name: "Latest posts" })).toBeVisible();
  const mine = page.getByRole("list", { name: "My Communities" });
  await mine.getByRole("link", { name: first?.name ?? "" }).click();
  await page.waitForURL(`**/communities/${first?.id}`);
});

test("a portal shows its affiliation's page instead of the directory", async ({ visit }) => {
  const page = await visit("member", "ashcombe", "/affiliations");
  await page.waitForURL(/\/affiliation\/[0-9a-f]{32}$/);
  const name = "Ashcombe College Alumni Association";
  await expect(page.getByRole("heading", { name })).toBeVisible();
});

const row = (page: Page, community: string) =>
  page.locator(`a[href="/communities/${community}"]`).first();

const escaped = (words: string) => words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

test("a portal refuses the main site's session", async () => {
  const answer = await call("ashcombe", "/api/communities?scope=mine", {
    cookies: session("member", "main"),
  });
  expect(answer.status).toBe(401);
});

/** The natural width of the mark's picture, and its background colour. */
async function worn(page: Page) {
  const mark = page.locator("[data-slot=hallmark] > img").filter({ visible: true }).first();
  return mark.evaluate(async (picture: HTMLImageElement) => {
    await picture.decode();
    const tile = picture.closest("[data-slot=hallmark]");
    return [picture.naturalWidth, tile && getComputedStyle(tile).backgroundColor];
  });
}

test("each portal has its own brand from the first byte", async ({ visit }) => {
  const brand = async (site: "main" | "ashcombe" | "htwu") => {
    const page = await visit(null, site, "/login");
    await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
    const html = String((await call(site, "/login", { accept: "text/html" })).body);
    expect(html).toContain('id="boot"');
    const found = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      return { title: document.title, brand: style.getPropertyValue("--brand").trim() };
    });
    return { page, ...found };
  };
  const [main, ashcombe, htwu] = [
    await brand("main"),
    await brand("ashcombe"),
    await brand("htwu"),
  ];
  expect(new Set([main.brand, ashcombe.brand, htwu.brand]).size).toBe(3);
  expect(ashcombe.title).toContain("Ashcombe");
  expect(htwu.title).toContain("HTWU");
  // The mark keeps the brand's colour, although this sign-in page inverts text colours.
  expect(await worn(ashcombe.page)).toEqual([512, "rgb(110, 31, 62)"]);
  expect(await worn(htwu.page)).toEqual([512, "rgb(245, 184, 0)"]);
});

test.describe("isolation of portals", () => {
  test.use({ provoked: [/status of 404/] });

  test("content of other sites is not found on a portal", async ({ visit }) => {
    const here = new Set((await communitiesOf("member", "ashcombe")).map(({ id }) => id));
    const elsewhere = (await communitiesOf("member", "main")).find(({ id }) => !here.has(id));
    expect(elsewhere).toBeDefined();
    const id = elsewhere?.id ?? "";
    const thread = await firstThread("member", "main", id);

    for (const path of [`/communities/${id}`, thread?.path ?? `/communities/${id}`]) {
      const page = await visit("member", "ashcombe", path);
      await expect(page.getByText("Community not found")).toBeVisible();
      expect(page.url()).toContain(origin("ashcombe"));
    }
  });

  test("another affiliation's page leads from a portal to the main site", async ({ visit }) => {
    const { body } = await call("main", "/api/affiliations/htwu", {
      cookies: session("member", "main"),
    });
    const page = await visit("member", "ashcombe", "/affiliation/htwu");
    const way = page.getByRole("link", { name: "Open on Guildhall" });
    await expect(way).toHaveAttribute("href", `${origin("main")}/affiliation/htwu`);
    await expect(page.getByText(text(body, "name"))).toHaveCount(0);
  });
});
