import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";

/** What is to be done about a query when the answer that is on its way has come. */
interface Afterwards {
  changes: (() => void)[];
  isAskedAgain: boolean;
}

const afterwards = new WeakMap<Query, Afterwards>();

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
  onceAnswered(cache, queryKey)?.changes.push(make);
}

/**
 * Changes what is held of a query by what may not be made twice, such as one unread post more. Whether an answer
 * that is on its way has it already is known to the server alone, which is asked again when that has come.
 */
export function changeCounted<Held>(
  cache: QueryClient,
  queryKey: QueryKey,
  change: (held: Held) => Held,
): void {
  cache.setQueryData<Held>(queryKey, (held) => held && change(held));
  const later = onceAnswered(cache, queryKey);
  if (later !== undefined) later.isAskedAgain = true;
}

/** What is to be done when the query's answer has come, if one is on its way. */
function onceAnswered(cache: QueryClient, queryKey: QueryKey): Afterwards | undefined {
  const query = cache.getQueryCache().find({ queryKey, exact: true });
  if (query === undefined || query.state.fetchStatus === "idle") return undefined;
  const known = afterwards.get(query);
  if (known !== undefined) return known;
  const later: Afterwards = { changes: [], isAskedAgain: false };
  afterwards.set(query, later);
  const stop = cache.getQueryCache().subscribe((told) => {
    if (told.query !== query) return;
    if (told.type !== "removed" && query.state.fetchStatus !== "idle") return;
    stop();
    afterwards.delete(query);
    if (told.type === "removed") return;
    for (const make of later.changes) make();
    if (later.isAskedAgain) void cache.invalidateQueries({ queryKey, exact: true });
  });
  return later;
}
