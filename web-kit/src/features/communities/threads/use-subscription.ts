import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { keys } from "../../../api/keys.ts";
import { errorMessage } from "../../../api/problem.ts";
import type { SubscriptionLevel, Thread } from "../../../api/types.ts";
import { useSingleFlightMutation } from "../../../api/use-single-flight-mutation.ts";
import { setInThread } from "../../../live/change-thread.ts";
import { toast } from "../../../ui/toast-store.ts";
import { subscribe } from "./queries.ts";

interface Change {
  level: SubscriptionLevel;
  before: SubscriptionLevel;
}

/** Follows or mutes a thread at once; if the server refuses, the earlier level returns. */
export function useSubscription(thread: Thread): (level: SubscriptionLevel) => void {
  const cache = useQueryClient();
  const { id: threadId, communityId } = thread;
  const show = (subscription: SubscriptionLevel) =>
    setInThread(cache, { communityId, threadId }, { subscription });
  const choose = useSingleFlightMutation({
    mutationFn: ({ level }: Change) => subscribe(thread, level),
    onMutate: ({ level }) => show(level),
    onSuccess: ({ level }, { before }) => {
      show(level);
      toast.success(doneText(level));
      if (level !== "muted" && before !== "muted") return;
      // The posts of a muted thread are not counted in its community.
      void cache.invalidateQueries({ queryKey: keys.community(communityId) });
      void cache.invalidateQueries({ queryKey: keys.communityLists });
      void cache.invalidateQueries({ queryKey: keys.badges });
    },
    onError: (error, { before }) => {
      show(before);
      toast.error(errorMessage(error, t`An error occurred. Please try again.`));
    },
  });
  return (level) => {
    const before = thread.subscription;
    if (level !== before) choose.mutate({ level, before });
  };
}

function doneText(level: SubscriptionLevel): string {
  if (level === "followed") return t`You follow this thread`;
  return level === "muted" ? t`Thread muted` : t`Notifications changed`;
}
