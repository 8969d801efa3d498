import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../api/keys.ts";
import type { Community } from "../api/types.ts";
import { updateCachedCount } from "./pending-updates.ts";
import { mapItems, type Pages } from "./reducers.ts";

/** Updates a community in the list and in its own entry. */
export function changeCommunity(
  cache: QueryClient,
  communityId: string,
  change: (community: Community) => Community,
): void {
  updateCachedCount<Pages<Community>>(cache, keys.communityList("mine"), (pages) =>
    mapItems(pages, (item) => (item.id === communityId ? change(item) : item)),
  );
  updateCachedCount<Community>(cache, keys.community(communityId), change);
}

/** True for staff who read a community without being a member: they have no unread counts. */
export function isGuest(cache: QueryClient, communityId: string): boolean {
  return cache.getQueryData<Community>(keys.community(communityId))?.viewer.isMember === false;
}

/** Updates the viewer's relation to a community. */
export function changeViewer(
  cache: QueryClient,
  communityId: string,
  change: Partial<Community["viewer"]>,
): void {
  changeCommunity(cache, communityId, (cached) => ({
    ...cached,
    viewer: { ...cached.viewer, ...change },
  }));
}
