import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { ProblemError } from "../../api/problem.ts";
import type { Post } from "../../api/types.ts";
import { hasReacted, withReactionToggled } from "../../content/reactions.ts";
import { changeOnePost } from "../../live/change-posts.ts";
import { queueRequest } from "../../offline/page-queue.ts";
import { toast } from "../../ui/toast-store.ts";
import { isOnline } from "../../ui/use-online.ts";
import { reactionsPath, toggleReaction } from "./queries.ts";

interface Change {
  post: Post;
  emoji: string;
}

/** True if the viewer had reacted with the emoji before the change. */
const wasThere = ({ post, emoji }: Change) => hasReacted(post.reactions, emoji);

/**
 * Adds or removes the viewer's reaction at once; if the server refuses, undoes the change and shows
 * the reason. Without a connection the reaction is queued.
 */
export function usePostReaction(viewerId: string): (post: Post, emoji: string) => void {
  const cache = useQueryClient();
  const underWay = useRef(new Set<string>());
  /** Toggles the reaction if the viewer has it now, or has it not. */
  const toggleIf = useCallback(
    ({ post, emoji }: Change, isThere: boolean) =>
      changeOnePost(cache, post, (cached) =>
        hasReacted(cached.reactions, emoji) === isThere
          ? { ...cached, reactions: withReactionToggled(cached.reactions, emoji, viewerId) }
          : cached,
      ),
    [cache, viewerId],
  );
  const { mutate } = useMutation({
    mutationFn: ({ post, emoji }: Change) => toggleReaction(post.id, emoji),
    onMutate: (change) => toggleIf(change, wasThere(change)),
    onError: (problem, change) => {
      toggleIf(change, !wasThere(change));
      const refused = problem instanceof ProblemError && problem.status < 500;
      toast.error(refused ? problem.detail : t`Failed to react to post`);
    },
    onSuccess: ({ reactions }, { post }) =>
      changeOnePost(cache, post, (cached) => ({ ...cached, reactions })),
    onSettled: (_, __, { post, emoji }) => {
      underWay.current.delete(`${post.id} ${emoji}`);
    },
  });
  return useCallback(
    (post, emoji) => {
      const change = { post, emoji };
      if (!isOnline()) {
        toggleIf(change, wasThere(change));
        const path = reactionsPath(post.id);
        void queueRequest(cache, { kind: "reaction", path, body: { emoji } });
        return;
      }
      // A second press before the response would undo the visible change.
      const key = `${post.id} ${emoji}`;
      if (underWay.current.has(key)) return;
      underWay.current.add(key);
      mutate(change);
    },
    [cache, mutate, toggleIf],
  );
}
