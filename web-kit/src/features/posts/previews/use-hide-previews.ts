import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call, errorMessage } from "../../../api/client.ts";
import type { Post } from "../../../api/types.ts";
import { changeOnePost } from "../../../live/change-posts.ts";
import { toast } from "../../../ui/toast-store.ts";
import { postEndpoint } from "../queries.ts";

/**
 * Hides the link previews of a post for everyone. They disappear at once, and return if the server
 * refuses.
 */
export function useHidePreviews(): (post: Post) => void {
  const cache = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (post: Post) => call("DELETE", `${postEndpoint(post)}/previews`),
    onMutate: (post) => changeOnePost(cache, post, (cached) => ({ ...cached, previews: [] })),
    onError: (problem, post) => {
      changeOnePost(cache, post, (cached) =>
        cached.previews.length === 0 ? { ...cached, previews: post.previews } : cached,
      );
      toast.error(errorMessage(problem, t`Failed to remove previews`));
    },
  });
  return mutate;
}
