import { randomUUID } from "node:crypto";
import { origin, type Site } from "../support/sites.ts";
import { failUntil, expectText } from "../support/failures.ts";
import { call, items, text } from "../support/http.ts";
import { communitiesOf, firstThread, postMessage, sharedThread } from "../support/screens.ts";
import { searchResult, searchFor, openSearch } from "../support/search.ts";
import { session } from "../support/sessions.ts";
import { expect, test } from "../support/test.ts";

const sites: readonly [Site, string][] = [
  ["main", "@only-desktop"],
  ["ashcombe", "@only-phone"],
];
const newWord = () => `quoin${randomUUID().slice(0, 8)}`;

async function somebody(site: Site) {
  const answer = await call(site, "/api/directory?limit=20", { cookies: session("fourth", site) });
  const other = items(answer.body).find((person) => person["isSelf"] !== true);
  return { name: text(other, "displayName"), id: text(other, "userId") };
}

for (const [site, tag] of sites) {
  test(`a person, a community and a post are found on ${site}`, { tag }, async ({ visit }) => {
    const [community] = await communitiesOf("fourth", site);
    if (community === undefined) throw new Error(`no community at ${site}`);
    const thread = await firstThread("fourth", site, community.id);
    const page = await visit("fourth", site, thread?.path ?? "/");
    const word = newWord();
    await postMessage(page, `Laid the first ${word} today.`);
    await expect(page.getByRole("article").getByText(word)).toBeVisible();

    await page.goto(`${origin(site)}/communities`);
    const person = await somebody(site);
    await searchFor(page, person.name);
    await searchResult(page, "People", person.name).click();
    await page.waitForURL("**/profile/**");
    await expect(page.getByRole("heading", { name: person.name }).first()).toBeVisible();

    await searchFor(page, community.name);
    await searchResult(page, "Communities", community.name).click();
    await page.waitForURL(`**/communities/${community.id}`);

    await searchFor(page, word);
    await expect(page.locator("mark", { hasText: word })).toBeVisible();
    await searchResult(page, "Threads and Insights", thread?.caption ?? "").click();
    await page.waitForURL(`**${thread?.path}#post-*`);
    await expect(page.getByRole("article").getByText(word)).toBeVisible();
  });
}

test.describe("before its code is loaded", () => {
  test.use({ ownBrowser: true });

  test("text typed right after the shortcut lands in the search", async ({ visit }) => {
    const page = await visit("member", "main", "/communities");
    const { promise: cached, resolve: release } = Promise.withResolvers<undefined>();
    await page.route("**/assets/search-palette*.js", async (route) => {
      await cached;
      await route.fallback();
    });
    await page.reload();
    await page.getByRole("heading", { name: "My Communities" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("bri");
    release(undefined);
    await expect(page.getByRole("combobox", { name: "Search" })).toHaveValue("bri");
    await page.keyboard.type("dge");
    await expect(page.getByRole("combobox", { name: "Search" })).toHaveValue("bridge");
  });
});

test("content of other sites is not found on a portal", async ({ visit }) => {
  const here = new Set((await communitiesOf("member", "ashcombe")).map(({ id }) => id));
  const elsewhere = (await communitiesOf("member", "main")).find(({ id }) => !here.has(id));
  if (elsewhere === undefined) throw new Error("everything is at the portal");
  const page = await visit("member", "ashcombe", "/communities");
  await searchFor(page, elsewhere.id);
  await expectText(page, `Nothing found for “${elsewhere.id}”`);
  const main = await visit("member", "main", "/communities");
  await searchFor(main, elsewhere.id);
  await expect(searchResult(main, "Communities", elsewhere.name)).toBeVisible();
});

test("the search works with the keyboard only", { tag: "@only-desktop" }, async ({ visit }) => {
  // An account whose recent searches no other test changes.
  const page = await visit("third", "main", "/communities");
  const [community] = await communitiesOf("third", "main");
  const menu = page.getByRole("button", { name: /Account menu/ });
  await menu.focus();
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Search" });
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();

  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  await page.keyboard.type(community?.name ?? "");
  const option = searchResult(page, "Communities", community?.name ?? "");
  await expect(option).toBeVisible();
  await expect(page.getByText(/^\d+ results?$/)).toBeVisible();
  await expect(async () => {
    await page.keyboard.press("ArrowDown");
    await expect(option).toHaveAttribute("aria-selected", "true", { timeout: 100 });
  }).toPass();
  await expect(field).toBeFocused();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/communities/${community?.id}`);

  await page.keyboard.press("Control+k");
  const recent = page.getByRole("region", { name: "Recent searches" }).getByRole("listitem");
  await expect(recent).toHaveText([community?.name ?? ""]);
  await page.keyboard.press("ArrowUp");
  await expect(
    page.getByRole("button", { name: community?.name ?? "", exact: true }),
  ).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(page.getByRole("button", { name: community?.name ?? "", exact: true })).toHaveCount(
    0,
  );
});

test("the home page announces new posts live and loads them", async ({ visit }) => {
  const { path, caption } = await sharedThread("member", "second");
  const reader = await visit("member", "main", "/home");
  await expect(reader.getByRole("list", { name: "Latest posts" })).toBeVisible();
  const writer = await visit("second", "main", path);
  const word = newWord();
  await postMessage(writer, `Read at home: ${word}.`);
  const told = reader.getByRole("button", { name: /new posts?$/ });
  await expect(told).toBeVisible();
  const row = reader.getByRole("listitem").filter({ hasText: word });
  // Other tests write posts as well, so the notice may first be about theirs.
  await expect(async () => {
    if (await told.isVisible()) await told.click();
    await expect(row).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await row.getByRole("link", { name: caption }).click();
  await reader.waitForURL(`**${path}#post-*`);
  await expect(reader.getByRole("article").getByText(word)).toBeVisible();
});

test.describe("when loading fails", () => {
  test.use({ provoked: [/status of 422/] });

  test("home and search report it and retry", async ({ visit }) => {
    const page = await visit("member", "ashcombe", "/communities");
    // Live events from other tests may make the page request the feed again.
    const mendFeed = await failUntil(page, "GET feed", { status: 422, detail: "No" });
    await page.goto(`${origin("ashcombe")}/home`);
    await expectText(page, "Failed to load community feed");
    await mendFeed();
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect(page.getByRole("list", { name: "Latest posts" })).toBeVisible();

    const mendSearch = await failUntil(page, "GET search*", { status: 422 });
    const field = await openSearch(page);
    await field.fill("home");
    await expectText(page, "Search failed. Please try again.");
    await mendSearch();
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect(searchResult(page, "Go to", "Home")).toBeVisible();
  });
});
