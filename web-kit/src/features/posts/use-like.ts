import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { ProblemError } from "../../api/problem.ts";
import type { Post } from "../../api/types.ts";
import { changeOnePost } from "../../live/change-posts.ts";
import { queueRequest } from "../../offline/page-queue.ts";
import { toast } from "../../ui/toast-store.ts";
import { isOnline } from "../../ui/use-online.ts";
import { likePath, toggleLike } from "./queries.ts";

/** The optimistic state of a like. Applying it twice restores the post. */
export function withLikeToggled(post: Post, viewerId: string): Post {
  const others = post.likedBy.filter((userId) => userId !== viewerId);
  const likedByMe = !post.likedByMe;
  return {
    ...post,
    likedByMe,
    likes: Math.max(0, post.likes + (likedByMe ? 1 : -1)),
    likedBy: likedByMe ? [...others, viewerId] : others,
  };
}

/**
 * Likes optimistically; if the server refuses, restores the post and shows the reason. Without a
 * connection the like is queued.
 */
export function useLike(viewerId: string): (post: Post) => void {
  const cache = useQueryClient();
  const underWay = useRef(new Set<string>());
  const { mutate } = useMutation({
    mutationFn: (post: Post) => toggleLike(post.id),
    onMutate: (post) => {
      changeOnePost(cache, post, (cached) =>
        cached.likedByMe === post.likedByMe ? withLikeToggled(cached, viewerId) : cached,
      );
    },
    onError: (problem, post) => {
      changeOnePost(cache, post, (cached) =>
        cached.likedByMe === post.likedByMe ? cached : withLikeToggled(cached, viewerId),
      );
      const refused = problem instanceof ProblemError && problem.status < 500;
      toast.error(refused ? problem.detail : t`Failed to like post`);
    },
    onSuccess: (result, post) => {
      changeOnePost(cache, post, (cached) => ({
        ...cached,
        likes: result.likes,
        likedByMe: result.liked,
      }));
    },
    onSettled: (_, __, post) => {
      underWay.current.delete(post.id);
    },
  });
  return useCallback(
    (post) => {
      if (!isOnline()) {
        changeOnePost(cache, post, (cached) => withLikeToggled(cached, viewerId));
        void queueRequest(cache, { kind: "like", path: likePath(post.id), body: {} });
        return;
      }
      // A second click before the response would undo the visible change.
      if (underWay.current.has(post.id)) return;
      underWay.current.add(post.id);
      mutate(post);
    },
    [cache, mutate, viewerId],
  );
}
