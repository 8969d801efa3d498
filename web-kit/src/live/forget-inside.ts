import type { QueryClient } from "@tanstack/react-query";
import { keys, keysInside } from "../api/keys.ts";

/**
 * Whoever is out may not read on, not even what was loaded before. The community itself may still be
 * listed for them, so it is asked for anew, without showing the old answer meanwhile.
 */
export function forgetInside(cache: QueryClient, communityId: string): void {
  void cache.resetQueries({ queryKey: keys.community(communityId), exact: true });
  for (const part of keysInside(communityId)) cache.removeQueries({ queryKey: part });
  // An open article does not say of which community it is; whoever may still read it gets it again.
  void cache.resetQueries({ queryKey: keys.openArticles });
  void cache.resetQueries({ queryKey: keys.allComments });
}
