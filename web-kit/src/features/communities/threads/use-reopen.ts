import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { errorMessage } from "../../../api/problem.ts";
import type { Thread } from "../../../api/types.ts";
import { useSingleFlightMutation } from "../../../api/use-single-flight-mutation.ts";
import { setInThread } from "../../../live/change-thread.ts";
import { toast } from "../../../ui/toast-store.ts";
import { reopenThread } from "./queries.ts";

/** Reopens a closed thread at once; if the server refuses, it is closed as before. */
export function useReopen(thread: Thread): () => void {
  const cache = useQueryClient();
  const { id: threadId, communityId } = thread;
  const show = (closed: Thread["closed"]) =>
    setInThread(cache, { communityId, threadId }, { closed });
  const reopen = useSingleFlightMutation({
    mutationFn: (_before: Thread["closed"]) => reopenThread(thread),
    onMutate: () => show(null),
    onSuccess: ({ closed }) => {
      show(closed);
      toast.success(t`Thread reopened`);
    },
    onError: (error, before) => {
      show(before);
      toast.error(errorMessage(error, t`An error occurred. Please try again.`));
    },
  });
  return () => reopen.mutate(thread.closed);
}
