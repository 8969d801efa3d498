import type { QueryClient } from "@tanstack/react-query";
import { keys, THREAD_SORTS, type ThreadSort } from "../api/keys.ts";
import type { Thread } from "../api/types.ts";
import { updateCached } from "./pending-updates.ts";
import { mapItems, type Pages, sortThreads } from "./reducers.ts";

/*
 * Changes of threads that may be applied again to a response in flight. `thread-lists.ts` has those
 * that may not, such as counts.
 */

/** Updates the cached lists of a community's threads by an idempotent change. */
export function updateThreadLists(
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

/** Sets fields of a thread in its community's lists and in its own entry. */
export function setInThread(
  cache: QueryClient,
  { communityId, threadId }: { communityId: string; threadId: string },
  fields: Partial<Thread>,
): void {
  const set = (thread: Thread) => ({ ...thread, ...fields });
  updateThreadLists(cache, communityId, (pages, sort) => {
    const changed = mapItems(pages, (thread) => (thread.id === threadId ? set(thread) : thread));
    return changed === pages ? pages : sortThreads(changed, sort);
  });
  updateCached<Thread>(cache, keys.thread(communityId, threadId), set);
}
