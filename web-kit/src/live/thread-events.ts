import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../api/keys.ts";
import type { FeedItem, Thread } from "../api/types.ts";
import { changeThreadLists, setInThread } from "./change-thread.ts";
import { forgetThread } from "./drop-member-data.ts";
import { dropItems, hasItem, mapItems, type Pages, sortThreads } from "./reducers.ts";
import { type Departure, publishDeparture } from "./thread-departures.ts";
import type { ThreadEvent } from "./thread-schemas.ts";

/** Applies a change of a thread by its community's moderators. */
export function applyThreadEvent(cache: QueryClient, event: ThreadEvent): void {
  const { communityId } = event;
  switch (event.type) {
    case "thread.changed": {
      const { caption, closed, pinnedPosition } = event;
      setInThread(cache, event, { caption, closed, pinnedPosition });
      changeThreadLists(cache, communityId, sortThreads);
      renameInFeed(cache, event);
      return;
    }
    case "threads.pinned":
      applyPins(cache, communityId, event.threadIds);
      return;
    case "thread.removed":
      applyDeparture(cache, { ...event, toCommunityId: null });
      return;
    case "thread.moved":
      applyDeparture(cache, event);
  }
}

/** Sets all pinned threads of a community, in order. */
export function applyPins(
  cache: QueryClient,
  communityId: string,
  threadIds: readonly string[],
): void {
  const place = <Item extends Thread>(thread: Item): Item => {
    const at = threadIds.indexOf(thread.id);
    const pinnedPosition = at === -1 ? null : at + 1;
    return thread.pinnedPosition === pinnedPosition ? thread : { ...thread, pinnedPosition };
  };
  changeThreadLists(cache, communityId, (pages, sort) => sortThreads(mapItems(pages, place), sort));
  cache.setQueriesData<Thread>({ queryKey: keys.openThreads(communityId) }, (thread) =>
    thread === undefined ? undefined : place(thread),
  );
  void cache.invalidateQueries({ queryKey: keys.pinnedThreads(communityId) });
  // Among the unread threads, pinned ones keep their place.
  for (const sort of ["activity", "newest"] as const) {
    const queryKey = keys.threadList(communityId, sort);
    const pages = cache.getQueryData<Pages<Thread>>(queryKey);
    if (pages !== undefined && !isComplete(pages, threadIds)) {
      void cache.invalidateQueries({ queryKey, exact: true });
    }
  }
}

/** False if threads that are not loaded belong at the top, or an unpinned one may belong below. */
function isComplete(pages: Pages<Thread>, pinned: readonly string[]): boolean {
  const isWhole = (pages.pages.at(-1)?.nextCursor ?? null) === null;
  return isWhole && pinned.every((id) => hasItem(pages, id));
}

/** Takes a thread out of its community; where it is open, its reader is led away. */
export function applyDeparture(cache: QueryClient, departure: Departure): void {
  const { communityId, threadId, toCommunityId } = departure;
  changeThreadLists(cache, communityId, (pages) => dropItems(pages, ({ id }) => id === threadId));
  forgetThread(cache, communityId, threadId);
  publishDeparture(departure);
  cache.setQueryData<FeedItem[]>(keys.feed, (items) =>
    items?.filter((item) => item.threadId !== threadId || item.communityId !== communityId),
  );
  for (const queryKey of [
    keys.community(communityId),
    keys.communityLists,
    keys.pinnedThreads(communityId),
    keys.communityReports(communityId),
    keys.badges,
    keys.feed,
    ...(toCommunityId === null ? [] : [keys.threads(toCommunityId), keys.community(toCommunityId)]),
  ]) {
    void cache.invalidateQueries({ queryKey });
  }
}

function renameInFeed(
  cache: QueryClient,
  { threadId, caption }: { threadId: string; caption: string },
): void {
  cache.setQueryData<FeedItem[]>(keys.feed, (items) =>
    items?.map((item) => (item.threadId === threadId ? { ...item, threadCaption: caption } : item)),
  );
}
