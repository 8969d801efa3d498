import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../api/keys.ts";
import type { Community, LastPost, Post, Thread } from "../api/types.ts";
import { isLater } from "../api/timestamps.ts";
import { updateCached } from "./pending-updates.ts";
import { mapItems, type Pages } from "./reducers.ts";

/** The list of communities shows the last post of each. */
const queryKey = keys.communityList("mine");

/** Shows the last post of a thread as that of its community if it is newer. */
export function showLastPost(
  cache: QueryClient,
  { communityId, lastPost }: { communityId: string; lastPost: LastPost | null },
): void {
  if (lastPost === null) return;
  const { authorName: author, excerpt, created } = lastPost;
  updateCached<Pages<Community>>(cache, queryKey, (pages) =>
    mapItems(pages, (community) =>
      community.id !== communityId || !isLater(created, community.lastPost?.created ?? null)
        ? community
        : { ...community, lastPost: { author, excerpt, created } },
    ),
  );
}

/**
 * Reloads the list after a post was removed, unless the post is known to be another than the last of
 * its community. `thread` is the cached thread before the removal.
 */
export function reloadLastPost(
  cache: QueryClient,
  { communityId, postId }: Pick<Post, "communityId" | "postId">,
  thread: Thread | undefined,
): void {
  const communities = cache.getQueryData<Pages<Community>>(queryKey)?.pages ?? [];
  const community = communities.flatMap(({ items }) => items).find(({ id }) => id === communityId);
  const shown = community?.lastPost?.created;
  if (shown === undefined) return;
  const last = thread?.lastPost ?? null;
  if (last !== null && (last.postId !== postId || last.created < shown)) return;
  void cache.invalidateQueries({ queryKey });
}
