import type { QueryClient } from "@tanstack/react-query";
import { keys, THREAD_SORTS, type ThreadSort } from "../api/keys.ts";
import type { Thread } from "../api/types.ts";
import { updateCached, updateCachedCount } from "./pending-updates.ts";
import { hasItem, mapItems, type Pages } from "./reducers.ts";

interface ThreadIds {
  communityId: string;
  threadId: string;
}

/** Updates a thread in its community's lists and in its own entry by a non-idempotent change. */
export function changeThread(
  cache: QueryClient,
  { communityId, threadId }: ThreadIds,
  change: (thread: Thread) => Thread,
): void {
  for (const queryKey of threadListKeys(cache, communityId)) {
    updateCachedCount<Pages<Thread>>(cache, queryKey, (pages) => mapOne(pages, threadId, change));
  }
  updateCachedCount<Thread>(cache, keys.thread(communityId, threadId), change);
}

/** Like {@link changeThread}, by a change that may be applied again to a response in flight. */
export function setInThread(
  cache: QueryClient,
  { communityId, threadId }: ThreadIds,
  fields: Partial<Thread>,
): void {
  const change = (thread: Thread) => ({ ...thread, ...fields });
  changeThreadLists(cache, communityId, (pages) => mapOne(pages, threadId, change));
  updateCached<Thread>(cache, keys.thread(communityId, threadId), change);
}

/** Updates all loaded lists of a community's threads by an idempotent change. */
export function changeThreadLists(
  cache: QueryClient,
  communityId: string,
  change: (pages: Pages<Thread>, sort: ThreadSort) => Pages<Thread>,
): void {
  for (const sort of THREAD_SORTS) {
    updateCached<Pages<Thread>>(cache, keys.threadList(communityId, sort), (pages) =>
      change(pages, sort),
    );
  }
}

/** Reloads the lists that a thread with new activity has to appear in. */
export function refetchListsWithout(cache: QueryClient, ids: ThreadIds): void {
  // The order by creation does not change with new activity.
  for (const sort of ["activity", "unread"] as const) {
    const queryKey = keys.threadList(ids.communityId, sort);
    const listed = cache.getQueryData<Pages<Thread>>(queryKey);
    if (listed !== undefined && !hasItem(listed, ids.threadId)) {
      void cache.invalidateQueries({ queryKey });
    }
  }
}

/** The keys of the loaded lists of a community's threads. */
export function threadListKeys(cache: QueryClient, communityId: string) {
  return cache
    .getQueryCache()
    .findAll({ queryKey: keys.threads(communityId) })
    .map(({ queryKey }) => queryKey);
}

/** The thread as it was last loaded, by itself or in a list. */
export function cachedThread(cache: QueryClient, ids: ThreadIds): Thread | undefined {
  const { communityId, threadId } = ids;
  const own = cache.getQueryData<Thread>(keys.thread(communityId, threadId));
  if (own !== undefined) return own;
  return threadListKeys(cache, communityId)
    .flatMap((key) => cache.getQueryData<Pages<Thread>>(key)?.pages ?? [])
    .flatMap(({ items }) => items)
    .find(({ id }) => id === threadId);
}

/** True if the viewer muted the thread: its posts are not counted in the community. */
export function isMuted(cache: QueryClient, ids: ThreadIds): boolean {
  return cachedThread(cache, ids)?.subscription === "muted";
}

function mapOne(
  pages: Pages<Thread>,
  threadId: string,
  change: (thread: Thread) => Thread,
): Pages<Thread> {
  return mapItems(pages, (thread) => (thread.id === threadId ? change(thread) : thread));
}
