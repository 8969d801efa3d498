import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";

/** Work to do when the response in flight has arrived. */
interface PendingUpdates {
  changes: (() => void)[];
  isRefetched: boolean;
}

const pendingUpdates = new WeakMap<Query, PendingUpdates>();

/**
 * Changes a cached query. A response in flight may predate the change and will replace the cached
 * data, so the change is applied to it again. It must therefore be idempotent.
 */
export function updateCached<Held>(
  cache: QueryClient,
  queryKey: QueryKey,
  change: (cached: Held) => Held,
): void {
  const make = () => {
    cache.setQueryData<Held>(queryKey, (cached) => cached && change(cached));
  };
  make();
  onceAnswered(cache, queryKey)?.changes.push(make);
}

/**
 * Changes a cached query by a non-idempotent change, such as incrementing an unread count. Only the
 * server knows whether a response in flight includes it, so the query is fetched again after that
 * response.
 */
export function updateCachedCount<Held>(
  cache: QueryClient,
  queryKey: QueryKey,
  change: (cached: Held) => Held,
): void {
  cache.setQueryData<Held>(queryKey, (cached) => cached && change(cached));
  const later = onceAnswered(cache, queryKey);
  if (later !== undefined) later.isRefetched = true;
}

/** The work registered for the query's response in flight; undefined if there is none. */
function onceAnswered(cache: QueryClient, queryKey: QueryKey): PendingUpdates | undefined {
  const query = cache.getQueryCache().find({ queryKey, exact: true });
  if (query === undefined || query.state.fetchStatus === "idle") return undefined;
  const known = pendingUpdates.get(query);
  if (known !== undefined) return known;
  const later: PendingUpdates = { changes: [], isRefetched: false };
  pendingUpdates.set(query, later);
  const stop = cache.getQueryCache().subscribe((told) => {
    if (told.query !== query) return;
    if (told.type !== "removed" && query.state.fetchStatus !== "idle") return;
    stop();
    pendingUpdates.delete(query);
    if (told.type === "removed") return;
    for (const make of later.changes) make();
    if (later.isRefetched) void cache.invalidateQueries({ queryKey, exact: true });
  });
  return later;
}
