import type { QueryClient } from "@tanstack/react-query";
import { openDatabase } from "./database.ts";
import { readOwner } from "./offline-data.ts";
import { pageBuild } from "./page-build.ts";
import { isOutdated } from "./store-responses.ts";

/**
 * Puts the responses into the cache that were stored for the last signed-in person by this build.
 * Newer data in the cache stays. Returns when the newest of them was saved, or null without any.
 */
export async function restoreResponses(cache: QueryClient): Promise<number | null> {
  const viewerId = await readOwner();
  if (viewerId === null) return null;
  const database = await openDatabase();
  const range = IDBKeyRange.bound([viewerId], [viewerId, []]);
  const stored = await database.getAll("responses", range);
  const build = pageBuild();
  const usable = stored.filter((one) => one.build === build && !isOutdated(one));
  for (const { queryKey, data, savedAt } of usable) {
    const known = cache.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
    if (known < savedAt) cache.setQueryData(queryKey, data, { updatedAt: savedAt });
  }
  return usable.length === 0 ? null : Math.max(...usable.map(({ savedAt }) => savedAt));
}
