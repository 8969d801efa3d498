import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { keys, communityQueryKeys } from "../api/keys.ts";
import { changeViewer } from "./change-community.ts";

/**
 * Removes all members' data of a community after the viewer lost access. The community itself may
 * still be listed for them, so it is reset and requested again without showing the old data.
 */
export function dropMemberData(cache: QueryClient, communityId: string): void {
  void cache.resetQueries({ queryKey: keys.community(communityId), exact: true });
  removeMemberQueries(cache, communityId);
}

/**
 * Like {@link dropMemberData}, after the viewer left by themself. Their screen may stay mounted for a
 * moment: it shows a non-member and must not request data that is hidden from them now.
 */
export function dropLeftCommunity(cache: QueryClient, communityId: string): void {
  changeViewer(cache, communityId, { isMember: false });
  removeMemberQueries(cache, communityId);
  removeInactiveQueries(cache, keys.community(communityId));
}

function removeMemberQueries(cache: QueryClient, communityId: string): void {
  void deleteStoredResponses(communityId);
  for (const part of communityQueryKeys(communityId)) cache.removeQueries({ queryKey: part });
  void cache.resetQueries({ queryKey: keys.ownEvents });
  // A loaded article does not name its community, so all are reset; those still visible are loaded
  // again.
  void cache.resetQueries({ queryKey: keys.openArticles });
  void cache.resetQueries({ queryKey: keys.allComments });
}

/**
 * Removes a thread that left its community, with its posts, as soon as no screen shows them. An open
 * one leads its reader away.
 */
export function forgetThread(cache: QueryClient, communityId: string, threadId: string): void {
  void deleteStoredResponses(threadId);
  for (const queryKey of [keys.thread(communityId, threadId), keys.posts(communityId, threadId)]) {
    void cache.cancelQueries({ queryKey });
    removeInactiveQueries(cache, queryKey);
  }
}

/** What was stored for reading offline goes as well. */
async function deleteStoredResponses(id: string): Promise<void> {
  try {
    const { deleteResponsesAbout } = await import("../offline/offline-data.ts");
    await deleteResponsesAbout(id);
  } catch {
    // Without storage there is nothing to delete.
  }
}

/** Removes a query as soon as no screen uses it, since a mounted screen would request it again. */
function removeInactiveQueries(cache: QueryClient, queryKey: QueryKey): void {
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
