import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../api/keys.ts";
import type { Community } from "../api/types.ts";
import { changeCounted } from "./held.ts";
import { mapItems, type Pages } from "./reducers.ts";

/** Changes a community wherever it is held: in the list and on its own. */
export function changeCommunity(
  cache: QueryClient,
  communityId: string,
  change: (community: Community) => Community,
): void {
  changeCounted<Pages<Community>>(cache, keys.communityList("mine"), (pages) =>
    mapItems(pages, (item) => (item.id === communityId ? change(item) : item)),
  );
  changeCounted<Community>(cache, keys.community(communityId), change);
}

/** Whether the viewer, who is then one of the staff, reads there without a place in it: nothing waits for them. */
export function isGuest(cache: QueryClient, communityId: string): boolean {
  return cache.getQueryData<Community>(keys.community(communityId))?.viewer.isMember === false;
}

/** Changes what a community is to the viewer. */
export function changeViewer(
  cache: QueryClient,
  communityId: string,
  change: Partial<Community["viewer"]>,
): void {
  changeCommunity(cache, communityId, (held) => ({
    ...held,
    viewer: { ...held.viewer, ...change },
  }));
}
