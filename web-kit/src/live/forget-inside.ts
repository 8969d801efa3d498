import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { keys, keysInside } from "../api/keys.ts";
import { changeViewer } from "./change-community.ts";

/**
 * Whoever is out may not read on, not even what was loaded before. The community itself may still be
 * listed for them, so it is asked for anew, without showing the old answer meanwhile.
 */
export function forgetInside(cache: QueryClient, communityId: string): void {
  void cache.resetQueries({ queryKey: keys.community(communityId), exact: true });
  forgetParts(cache, communityId);
}

/**
 * As {@link forgetInside}, for whoever left by themself and is being led out: their screen, which may stand for a
 * moment yet, shows somebody who is not in it, and asks for nothing that may be hidden from them now.
 */
export function forgetLeft(cache: QueryClient, communityId: string): void {
  changeViewer(cache, communityId, { isMember: false });
  forgetParts(cache, communityId);
  removeUnwatched(cache, keys.community(communityId));
}

function forgetParts(cache: QueryClient, communityId: string): void {
  for (const part of keysInside(communityId)) cache.removeQueries({ queryKey: part });
  // An open article does not say of which community it is; whoever may still read it gets it again.
  void cache.resetQueries({ queryKey: keys.openArticles });
  void cache.resetQueries({ queryKey: keys.allComments });
}

/** Removes what is held of a query as soon as nothing shows it: what is shown would be asked for anew. */
function removeUnwatched(cache: QueryClient, queryKey: QueryKey): void {
  const queries = cache.getQueryCache();
  const query = queries.find({ queryKey, exact: true });
  if (query === undefined) return;
  const stop = queries.subscribe((told) => {
    if (told.query !== query) return;
    if (told.type === "removed") stop();
    else if (query.getObserversCount() === 0) queries.remove(query);
  });
  if (query.getObserversCount() === 0) queries.remove(query);
}
