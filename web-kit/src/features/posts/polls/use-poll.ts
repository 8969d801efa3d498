import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { errorMessage, ProblemError } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import type { Poll, Post } from "../../../api/types.ts";
import { useSingleFlightMutation } from "../../../api/use-single-flight-mutation.ts";
import { changeOnePost } from "../../../live/change-posts.ts";
import { closePoll, vote } from "./poll-requests.ts";

export interface PollActions {
  /** Replaces the viewer's votes; no option withdraws them. */
  vote: (optionIds: readonly string[], onDone: () => void) => void;
  isVoting: boolean;
  /** Closes the poll for everyone. Throws the server's refusal. */
  close: () => Promise<void>;
  /** The message of the last vote that was refused. */
  failure: string | null;
}

/**
 * The actions on a poll. The counts change only with the server's response, since the poll may have
 * been closed meanwhile.
 */
export function usePoll(post: Post): PollActions {
  const cache = useQueryClient();
  const put = (poll: Poll) => changeOnePost(cache, post, (cached) => ({ ...cached, poll }));
  const voting = useSingleFlightMutation({
    mutationFn: (optionIds: readonly string[]) => vote(post, optionIds),
    onSuccess: put,
    onError: (problem) => {
      // 403, 404, 409: a timeout, a removed post or a closed poll that this page does not show yet.
      const isStale = problem instanceof ProblemError && [403, 404, 409].includes(problem.status);
      if (!isStale) return;
      const { communityId, threadId } = post;
      void cache.invalidateQueries({ queryKey: keys.posts(communityId, threadId) });
      void cache.invalidateQueries({ queryKey: keys.community(communityId), exact: true });
    },
  });
  return {
    vote: (optionIds, onDone) => voting.mutate(optionIds, { onSuccess: onDone }),
    isVoting: voting.isPending,
    close: async () => put(await closePoll(post)),
    failure: voting.error && errorMessage(voting.error, t`Failed to vote`),
  };
}
