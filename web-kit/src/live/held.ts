import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";

/** What was changed of a query while its answer was on its way, to be made once more. */
const changedMeanwhile = new WeakMap<Query, (() => void)[]>();

/**
 * Changes what is held of a query. An answer that is on its way may have been read before what the change tells
 * of, and takes the place of all that is held when it comes: the change is made to it once more. It must
 * therefore leave alone what has it already.
 */
export function changeHeld<Held>(
  cache: QueryClient,
  queryKey: QueryKey,
  change: (held: Held) => Held,
): void {
  const make = () => {
    cache.setQueryData<Held>(queryKey, (held) => held && change(held));
  };
  make();
  const query = cache.getQueryCache().find({ queryKey, exact: true });
  if (query === undefined || query.state.fetchStatus === "idle") return;
  const known = changedMeanwhile.get(query);
  if (known === undefined) makeOnceItIsThere(cache, query, [make]);
  else known.push(make);
}

function makeOnceItIsThere(cache: QueryClient, query: Query, changes: (() => void)[]): void {
  changedMeanwhile.set(query, changes);
  const stop = cache.getQueryCache().subscribe((told) => {
    if (told.query !== query) return;
    if (told.type !== "removed" && query.state.fetchStatus !== "idle") return;
    stop();
    changedMeanwhile.delete(query);
    if (told.type === "removed") return;
    for (const make of changes) make();
  });
}
