import type { Page } from "@playwright/test";
import type { Account, Site } from "./sites.ts";
import { call, items, part, text } from "./http.ts";
import { session } from "./sessions.ts";
import { oldestWithPosts } from "./threads.ts";

/** Finds data of the demo network, and navigates to it at any size. */

export async function communitiesOf(who: Account, site: Site) {
  const answer = await call(site, "/api/communities?scope=mine&limit=100", {
    cookies: session(who, site),
  });
  return items(answer.body).map((item) => ({ id: text(item, "id"), name: text(item, "name") }));
}

/**
 * The oldest community that an account administers and the demo's member is in, to skip those that
 * other tests have just created.
 */
export async function managedCommunity(who: Account, site: Site): Promise<string> {
  const answer = await call(site, "/api/communities?scope=mine&limit=50", {
    cookies: session(who, site),
  });
  const joined = new Set((await communitiesOf("member", site)).map(({ id }) => id));
  const theirs = items(answer.body)
    .filter((item) => part(item["viewer"], "isAdmin") === true && joined.has(text(item, "id")))
    .toSorted((a, b) => text(a, "created").localeCompare(text(b, "created")));
  return text(theirs[0], "id");
}

/** A thread that both accounts can read on the main site. */
export async function sharedThread(one: Account, other: Account) {
  const theirs = new Set((await communitiesOf(other, "main")).map((community) => community.id));
  const shared = (await communitiesOf(one, "main")).filter((mine) => theirs.has(mine.id));
  for (const community of shared) {
    // oxlint-disable-next-line no-await-in-loop -- stops at the first community with a thread
    const thread = await firstThread(one, "main", community.id);
    if (thread !== undefined) return thread;
  }
  throw new Error(`${one} and ${other} share no thread`);
}

/** The oldest thread of a community with posts. */
export async function firstThread(who: Account, site: Site, community: string) {
  const answer = await call(site, `/api/communities/${community}/threads`, {
    cookies: session(who, site),
  });
  const first = oldestWithPosts(items(answer.body));
  if (first === undefined) return undefined;
  const id = text(first, "id");
  return { caption: text(first, "caption"), path: `/communities/${community}/threads/${id}` };
}

/** The least recently active thread of a community, which no other test writes to. */
export async function lastThread(who: Account, site: Site, community: string) {
  const answer = await call(site, `/api/communities/${community}/threads`, {
    cookies: session(who, site),
  });
  const last = items(answer.body).findLast((thread) => Number(thread["numposts"]) > 0);
  return last === undefined ? undefined : `/communities/${community}/threads/${text(last, "id")}`;
}

export async function postMessage(page: Page, words: string): Promise<void> {
  await page.getByRole("textbox", { name: "Write a post" }).fill(words);
  await page.getByRole("button", { name: "Post", exact: true }).click();
}
