import { useQueryClient } from "@tanstack/react-query";
import { keys } from "../../../api/keys.ts";

/** Reloads a community and its members after a change of a membership or role. */
export function useReloadMembers(communityId: string): () => Promise<unknown> {
  const cache = useQueryClient();
  return () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: keys.members(communityId) }),
      cache.invalidateQueries({ queryKey: keys.community(communityId) }),
    ]);
}
