import type { QueryClient } from "@tanstack/react-query";
import { keys, THREAD_SORTS, type ThreadSort } from "../api/keys.ts";
import type { Thread } from "../api/types.ts";
import { updateCachedCount } from "./pending-updates.ts";
import { hasItem, mapItems, type Pages } from "./reducers.ts";

interface ThreadRef {
  communityId: string;
  threadId: string;
}

/** Updates the cached lists of a community's threads, one for each sort. */
export function changeThreadLists(
  cache: QueryClient,
  communityId: string,
  change: (pages: Pages<Thread>, sort: ThreadSort) => Pages<Thread>,
): void {
  for (const sort of THREAD_SORTS) {
    updateCachedCount<Pages<Thread>>(cache, keys.threadList(communityId, sort), (pages) =>
      change(pages, sort),
    );
  }
}

/** Updates a thread in its community's lists and in its own entry. */
export function changeThread(
  cache: QueryClient,
  { communityId, threadId }: ThreadRef,
  change: (thread: Thread) => Thread,
): void {
  changeThreadLists(cache, communityId, (pages) =>
    mapItems(pages, (thread) => (thread.id === threadId ? change(thread) : thread)),
  );
  updateCachedCount<Thread>(cache, keys.thread(communityId, threadId), change);
}

/** The cached copies of a thread: its own entry first, then those in the lists. */
export function cachedThreads(cache: QueryClient, { communityId, threadId }: ThreadRef): Thread[] {
  const own = cache.getQueryData<Thread>(keys.thread(communityId, threadId));
  const lists = cache.getQueriesData<Pages<Thread>>({ queryKey: keys.threads(communityId) });
  const listed = lists
    .flatMap(([, list]) => list?.pages.flatMap(({ items }) => items) ?? [])
    .filter(({ id }) => id === threadId);
  return own === undefined ? listed : [own, ...listed];
}

/** Reloads the lists that a thread with new activity has to appear in. */
export function refetchListsWithout(
  cache: QueryClient,
  communityId: string,
  threadId: string,
): void {
  // The order by creation does not change with new activity.
  for (const sort of ["activity", "unread"] as const) {
    const queryKey = keys.threadList(communityId, sort);
    const listed = cache.getQueryData<Pages<Thread>>(queryKey);
    if (listed !== undefined && !hasItem(listed, threadId)) {
      void cache.invalidateQueries({ queryKey });
    }
  }
}
