import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import type { SearchResults } from "../../../api/search-types.ts";
import type { Community, Page } from "../../../api/types.ts";

/** A community that a thread may move to. */
export type MoveTarget = Pick<Community, "id" | "name">;

/** Most communities that are offered at once; the search narrows them down. */
const OFFERED_MAX = 20;
const PAGE = 100;

/** Communities with this text in their name: all of them for staff, otherwise those one administers. */
export const moveTargetsQuery = (text: string, isStaff: boolean) =>
  queryOptions({
    queryKey: keys.moveTargets(text),
    queryFn: ({ signal }) =>
      isStaff && text !== "" ? anyCommunity(text, signal) : ownCommunities(text, signal),
    placeholderData: keepPreviousData,
  });

/** The search shows every community to staff. */
async function anyCommunity(text: string, signal: AbortSignal): Promise<MoveTarget[]> {
  const { items } = await call<SearchResults>("GET", "/api/search", {
    signal,
    query: { q: text, type: "communities" },
  });
  return items.filter((item) => item.type === "community");
}

async function ownCommunities(text: string, signal: AbortSignal): Promise<MoveTarget[]> {
  const found: Community[] = [];
  let cursor: string | null = null;
  do {
    // oxlint-disable-next-line no-await-in-loop -- each page names the next one
    const page: Page<Community> = await call<Page<Community>>("GET", "/api/communities", {
      signal,
      query: { scope: "mine", cursor, limit: PAGE },
    });
    found.push(...page.items.filter((community) => isTarget(community, text)));
    cursor = page.nextCursor;
  } while (cursor !== null && found.length < OFFERED_MAX);
  return found.slice(0, OFFERED_MAX);
}

function isTarget({ name, viewer }: Community, text: string): boolean {
  return viewer.isAdmin && name.toLocaleLowerCase().includes(text.toLocaleLowerCase());
}
