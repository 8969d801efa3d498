import { randomUUID } from "node:crypto";
import { expectAccessible } from "../support/accessible.ts";
import { type Account, origin, type Site } from "../support/sites.ts";
import { failUntil, expectText } from "../support/failures.ts";
import { call, items, text } from "../support/http.ts";
import { communitiesOf, firstThread, postMessage, sharedThread } from "../support/screens.ts";
import { conversationOf, sendAs } from "../support/messages.ts";
import { createEvent } from "../support/events.ts";
import { searchResult, searchFor, openSearch, suggestion } from "../support/search.ts";
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

/** A post, written without a browser, in a community that other tests do not search in. */
async function writePost(writer: Account, site: Site, content: string) {
  const community = (await communitiesOf(writer, site)).find(
    ({ name }) => name === "Mentoring 2026",
  );
  if (community === undefined) throw new Error(`no community at ${site}`);
  const thread = await firstThread(writer, site, community.id);
  if (thread === undefined) throw new Error(`no thread in ${community.name}`);
  const cookies = session(writer, site);
  const written = await call(site, `/api${thread.path}/posts`, {
    method: "POST",
    cookies,
    body: { content },
  });
  expect(written.status).toBe(201);
  return { community, thread };
}

/** A name with one letter left out. */
function misspelt(name: string): string {
  const word = name.split(" ").toSorted((a, b) => b.length - a.length)[0] ?? "";
  return word.slice(0, 2) + word.slice(3);
}

for (const [site, tag] of sites) {
  test(`other spellings and filters find a post on ${site}`, { tag }, async ({ visit }) => {
    const word = newWord();
    const writer = site === "main" ? "fourth" : "second";
    const { community, thread } = await writePost(
      writer,
      site,
      `Über die Brücke: 梅罗长桥维修 ${word}`,
    );
    const page = await visit(writer, site, "/communities");
    await searchFor(page, `uber brucke ${word}`);
    await expect(page.locator("mark", { hasText: "Brücke" })).toBeVisible();
    const field = page.getByRole("combobox", { name: "Search" });
    await field.fill(`长桥 ${word}`);
    await expect(page.locator("mark", { hasText: "长桥" })).toBeVisible();
    const post = searchResult(page, "Threads and Insights", thread.caption);
    await expect(post).toBeVisible();

    // The community is completed, and its filter becomes a chip.
    await field.fill(`${word} in:`);
    await field.press("End");
    await field.pressSequentially("ment");
    await suggestion(page, /^Mentoring 2026/).click();
    await expect(field).toHaveValue(`${word} in:"Mentoring 2026" `);
    await field.pressSequentially("from:me ");
    const chips = page.getByRole("list", { name: "Filters" });
    await expect(chips.getByText(`In ${community.name}`)).toBeVisible();
    await expect(chips.getByText("From you")).toBeVisible();
    await expect(post).toBeVisible();
    await expectAccessible(page);

    // A filter that finds nothing is removed again.
    await field.pressSequentially("before:2020-01-01 ");
    await expectText(page, `Nothing found for “${word}”`);
    await chips.getByRole("button", { name: /^Remove filter: Before/ }).click();
    await expect(post).toBeVisible();
    await field.pressSequentially("in:Nowhere ");
    await expectText(page, "There is no community “Nowhere” that you can search.");
    await expectAccessible(page);
    await chips.getByRole("button", { name: "Remove filter: In Nowhere" }).click();
    await post.click();
    await page.waitForURL(`**${thread.path}#post-*`);
    await expect(page.getByRole("article").getByText(word)).toBeVisible();
  });

  test(`a misspelt name finds a person on ${site}`, { tag }, async ({ visit }) => {
    const person = await somebody(site);
    const page = await visit("fourth", site, "/communities");
    await searchFor(page, misspelt(person.name));
    await searchResult(page, "People", person.name).click();
    await page.waitForURL("**/profile/**");
  });

  test(`a message and an event are found and opened on ${site}`, { tag }, async ({ visit }) => {
    const word = newWord();
    const conversation = await conversationOf("third", "fourth", site);
    await sendAs("third", site, conversation, `The strain gauge is a ${word}`);
    const event = await createEvent(site, `Visit to the ${word}`, { location: "Old library" });
    const page = await visit("fourth", site, "/communities");

    await searchFor(page, word);
    await expect(searchResult(page, "Messages", new RegExp(word))).toBeVisible();
    await expect(searchResult(page, "Announcements and events", /Old library/)).toBeVisible();
    await page.getByRole("button", { name: "Messages", pressed: false }).click();
    await expect(searchResult(page, "Announcements and events", /Old library/)).toHaveCount(0);
    await searchResult(page, "Messages", new RegExp(word)).click();
    await page.waitForURL(`**/messages/${conversation}?around=*`);
    await expect(page.getByText(`The strain gauge is a ${word}`).first()).toBeVisible();

    await page.goto(`${origin(site)}/communities`);
    await searchFor(page, word);
    await searchResult(page, "Announcements and events", /Old library/).click();
    await page.waitForURL(`**/communities/${event.communityId}/events#announcement-*`);
    await expect(page.getByText(`Visit to the ${word}`).first()).toBeVisible();
    await event.remove();
  });
}

test("a search inside a community offers to search in it", async ({ visit }) => {
  const [community] = await communitiesOf("member", "main");
  const page = await visit("member", "main", `/communities/${community?.id}`);
  await page
    .getByRole("heading", { name: community?.name ?? "" })
    .first()
    .waitFor();
  const field = await openSearch(page);
  await expect(suggestion(page, `Search in ${community?.name}`)).toBeVisible();
  await field.press("Enter");
  await expect(field).toHaveValue(/^in:/);
  const chips = page.getByRole("list", { name: "Filters" });
  await expect(chips.getByText(`In ${community?.name}`)).toBeVisible();
});

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
  const { path, caption } = await sharedThread("member", "fourth");
  const reader = await visit("member", "main", "/home");
  await expect(reader.getByRole("list", { name: "Latest posts" })).toBeVisible();
  const writer = await visit("fourth", "main", path);
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
    const tried = page.waitForResponse("**/api/feed*");
    await page.getByRole("button", { name: "Try Again" }).click();
    await tried;
    await expectText(page, "Failed to load community feed");
    await mendFeed();
    await page.reload();
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
