import { t } from "@lingui/core/macro";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { keys } from "../../../api/keys.ts";
import { errorMessage } from "../../../api/problem.ts";
import { invalidateOnSettled } from "../../../api/invalidate-on-settled.ts";
import { useSingleFlightMutation } from "../../../api/use-single-flight-mutation.ts";
import { toast } from "../../../ui/toast-store.ts";
import { withdrawRequest } from "./queries.ts";

/** Invalidates everything that shows whether the viewer has requested to join. */
export function invalidateJoinRequests(cache: QueryClient, communityId: string): Promise<unknown> {
  return Promise.all([
    cache.invalidateQueries({ queryKey: keys.ownJoinRequests }),
    cache.invalidateQueries({ queryKey: keys.community(communityId) }),
    cache.invalidateQueries({ queryKey: keys.communityLists }),
  ]);
}

/** Withdraws one of the viewer's requests. */
export function useWithdraw(communityId: string) {
  const cache = useQueryClient();
  return useSingleFlightMutation({
    mutationFn: withdrawRequest,
    onSuccess: () => toast.success(t`Join request withdrawn`),
    onError: (error) => toast.error(errorMessage(error, t`Failed to process join request`)),
    // The request may have been answered in the meantime: reload on failure, too.
    onSettled: invalidateOnSettled(() => invalidateJoinRequests(cache, communityId)),
  });
}
