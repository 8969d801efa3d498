import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { keys } from "../../../api/keys.ts";
import { wordsOf } from "../../../api/problem.ts";
import { thenReload } from "../../../api/then-reload.ts";
import { useOnce } from "../../../api/use-once.ts";
import { toast } from "../../../ui/toast-store.ts";
import { withdrawRequest } from "./queries.ts";

/** Invalidates everything that shows whether the viewer has requested to join. */
export function requestsChanged(cache: QueryClient, communityId: string): Promise<unknown> {
  return Promise.all([
    cache.invalidateQueries({ queryKey: keys.ownJoinRequests }),
    cache.invalidateQueries({ queryKey: keys.community(communityId) }),
    cache.invalidateQueries({ queryKey: keys.communityLists }),
  ]);
}

/** Withdraws one of the viewer's requests. */
export function useWithdraw(communityId: string) {
  const cache = useQueryClient();
  return useOnce({
    mutationFn: withdrawRequest,
    onSuccess: () => toast.success("Join request withdrawn"),
    onError: (error) => toast.error(wordsOf(error, "Failed to process join request")),
    // The request may have been answered in the meantime: reload on failure, too.
    onSettled: thenReload(() => requestsChanged(cache, communityId)),
  });
}
