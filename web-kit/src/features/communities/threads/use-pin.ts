import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { errorMessage } from "../../../api/problem.ts";
import type { Thread } from "../../../api/types.ts";
import { useSingleFlightMutation } from "../../../api/use-single-flight-mutation.ts";
import { changeThreadLists, setInThread } from "../../../live/change-thread.ts";
import { sortThreads } from "../../../live/reducers.ts";
import { applyPins } from "../../../live/thread-events.ts";
import { toast } from "../../../ui/toast-store.ts";
import { PINS_MAX, pinnedThreadsQuery, setPins } from "./queries.ts";

/** Pins or unpins a thread at once; if the server refuses, it returns to its place. */
export function usePin(thread: Thread): () => void {
  const cache = useQueryClient();
  const { id, communityId } = thread;
  const show = (pinnedPosition: number | null) => {
    setInThread(cache, { communityId, threadId: id }, { pinnedPosition });
    changeThreadLists(cache, communityId, sortThreads);
  };
  const pin = useSingleFlightMutation({
    mutationFn: async (before: number | null) => {
      const pins = await cache.fetchQuery(pinnedThreadsQuery(communityId));
      const others = pins.map((pinned) => pinned.id).filter((pinned) => pinned !== id);
      return setPins(communityId, before === null ? [...others, id] : others);
    },
    onMutate: (before) => show(before === null ? PINS_MAX : null),
    onSuccess: (pins, before) => {
      applyPins(cache, communityId, pins);
      toast.success(before === null ? t`Thread pinned` : t`Thread unpinned`);
    },
    onError: (error, before) => {
      show(before);
      toast.error(errorMessage(error, t`An error occurred. Please try again.`));
    },
  });
  return () => pin.mutate(thread.pinnedPosition);
}
