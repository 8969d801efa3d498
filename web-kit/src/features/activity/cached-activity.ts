import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../../api/keys.ts";
import type { ActivityCounts, ActivityItem, ActivityPage, Badges } from "../../api/types.ts";

/** The cached pages of a tab. */
export interface CachedActivity {
  pages: ActivityPage[];
  pageParams: (string | null)[];
}

/** The tab, other than "All", whose count includes the item; tickets belong to "System" (G-054). */
export function tabForItem({ category }: ActivityItem): Exclude<keyof ActivityCounts, "all"> {
  return category === "support" ? "system" : category;
}

/**
 * True if reading the first item also marks the second as read: a community's items are read
 * together (C-118).
 */
export function isMarkedReadWith(item: ActivityItem, other: ActivityItem): boolean {
  if (item.id === other.id) return true;
  return (
    item.category === "communities" &&
    other.category === "communities" &&
    item.communityId !== null &&
    item.communityId === other.communityId
  );
}

/** The number of items that are marked as read with this one. A group counts as one. */
function countReadWith({ category, metadata }: ActivityItem): number {
  return category === "communities" ? metadata.itemCount : 1;
}

/** A cached tab after an item was read. */
export function withItemRead(cached: CachedActivity, read: ActivityItem): CachedActivity {
  const fewer = countReadWith(read);
  const less = (count: number) => Math.max(0, count - fewer);
  return {
    ...cached,
    pages: cached.pages.map((page) => ({
      ...page,
      unreadCount: less(page.unreadCount),
      counts: {
        ...page.counts,
        all: less(page.counts.all),
        [tabForItem(read)]: less(page.counts[tabForItem(read)]),
      },
      items: page.items.map((item) =>
        isMarkedReadWith(read, item) ? { ...item, read: true } : item,
      ),
    })),
  };
}

/** A cached tab after everything was cleared. */
export function withAllCleared(
  cached: CachedActivity,
  lastClearedTimestamp: string,
): CachedActivity {
  const counts = { all: 0, communities: 0, admin: 0, system: 0 };
  const empty = { items: [], nextCursor: null, unreadCount: 0, counts, lastClearedTimestamp };
  return { pages: [empty], pageParams: cached.pageParams.slice(0, 1) };
}

/** Marks an item as read in all cached tabs; returns a function that undoes this. */
export async function markReadInCache(cache: QueryClient, read: ActivityItem): Promise<() => void> {
  // A response already in flight would show it as unread again.
  await cache.cancelQueries({ queryKey: keys.activity });
  const tabs = cache.getQueriesData<CachedActivity>({ queryKey: keys.activity });
  const badges = cache.getQueryData<Badges>(keys.badges);
  for (const [key, cached] of tabs) {
    if (cached !== undefined) cache.setQueryData<CachedActivity>(key, withItemRead(cached, read));
  }
  const fewer = countReadWith(read);
  cache.setQueryData<Badges>(
    keys.badges,
    (waiting) => waiting && { ...waiting, activity: Math.max(0, waiting.activity - fewer) },
  );
  return () => {
    for (const [key, cached] of tabs) cache.setQueryData(key, cached);
    cache.setQueryData(keys.badges, badges);
  };
}

/** Empties every cached tab. */
export function clearInCache(cache: QueryClient, at: string): void {
  cache.setQueriesData<CachedActivity>(
    { queryKey: keys.activity },
    (cached) => cached && withAllCleared(cached, at),
  );
  cache.setQueryData<Badges>(keys.badges, (waiting) => waiting && { ...waiting, activity: 0 });
}
