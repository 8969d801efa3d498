import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { keys } from "../../api/keys.ts";
import { errorMessage } from "../../api/problem.ts";
import type { ActivityItem } from "../../api/types.ts";
import { toast } from "../../ui/toast-store.ts";
import { clearInCache, markReadInCache } from "./cached-activity.ts";
import { clearActivity, type ClearedActivity, markItemRead, restoreActivity } from "./queries.ts";

/** Shown if the server gives no message of its own (F-145). */
const FAILED = t`An error occurred. Please try again.`;

/** Marks an item as read optimistically, and undoes it if the server refuses (C-118). */
export function useReadItem(): (item: ActivityItem) => void {
  const cache = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ id }: ActivityItem) => markItemRead(id),
    onMutate: (item) => markReadInCache(cache, item),
    onError: (error, _, takeBack) => {
      takeBack?.();
      toast.error(errorMessage(error, FAILED));
    },
    // The server computes the counts; reading a community's items changes its badge, too.
    onSettled: async () => {
      await cache.invalidateQueries({ queryKey: keys.badges });
      await cache.invalidateQueries({ queryKey: keys.activity });
    },
  });
  return (item) => {
    if (!item.read) mutate(item);
  };
}

export function useClearActivity(onDone: (cleared: ClearedActivity) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: clearActivity,
    onSuccess: async (cleared) => {
      await cache.cancelQueries({ queryKey: keys.activity });
      clearInCache(cache, cleared.lastClearedTimestamp);
      onDone(cleared);
    },
    onError: (error) => toast.error(errorMessage(error, t`Failed to clear activity`)),
  });
}

export function useRestoreActivity(onDone: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: restoreActivity,
    onSuccess: async () => {
      toast.success(t`Activity restored`);
      await cache.invalidateQueries({ queryKey: keys.activity });
    },
    onError: (error) => toast.error(errorMessage(error, t`Failed to restore activity`)),
    onSettled: onDone,
  });
}
