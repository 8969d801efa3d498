import type { Account, Site } from "./sites.ts";
import { call, items, text } from "./http.ts";
import { session } from "./sessions.ts";

/** Articles for tests and screens. */

type CommunityVisibility = "public" | "closed";

/** A community of both accounts that the public may or may not see. */
export async function sharedCommunity(
  [one, other]: readonly [Account, Account],
  site: Site,
  openness: CommunityVisibility,
): Promise<string> {
  const theirs = new Set((await communities(other, site)).map((item) => text(item, "id")));
  const found = (await communities(one, site)).find(
    (item) =>
      theirs.has(text(item, "id")) &&
      (text(item, "visibility") === "public") === (openness === "public"),
  );
  if (found === undefined) throw new Error(`${one} and ${other} share no ${openness} community`);
  return text(found, "id");
}

async function communities(who: Account, site: Site) {
  const path = "/api/communities?scope=mine&limit=100";
  const { body } = await call(site, path, { cookies: session(who, site) });
  // Oldest first, to skip communities that other tests have just created.
  return items(body).toSorted((a, b) => text(a, "created").localeCompare(text(b, "created")));
}

const CONTENT = `We inspect from the deck down, and we write before we climb back up.

## What to carry

1. A lamp for each hand, and **one more**
2. Chalk, because paint is for whoever comes after you
3. The last report, [as it was filed](https://example.org/reports)

> Nobody was ever late for having looked twice.

| Part | How often |
|---|---|
| Bearings | Every spring |
| Cables | After each storm |`;

export interface AnArticle {
  id: string;
  communityId: string;
}

/**
 * An article by `affadmin` in a closed community that `member` reads, on the main site and on
 * Ashcombe's portal. An existing one is reused.
 */
export async function anArticle(shared: boolean): Promise<AnArticle> {
  const communityId = await sharedCommunity(["affadmin", "member"], "main", "closed");
  const title = shared ? "How we look after a bridge" : "What the last inspection found";
  const path = `/api/communities/${communityId}/articles`;
  const cookies = session("affadmin", "main");
  const before = items((await call("main", `${path}?limit=50`, { cookies })).body);
  const known = before.find((item) => text(item, "title") === title);
  if (known !== undefined) return { id: text(known, "id"), communityId };
  const body = { title, content: CONTENT, shared };
  const made = await call("main", path, { method: "POST", cookies, body });
  return { id: text(made.body, "id"), communityId };
}
