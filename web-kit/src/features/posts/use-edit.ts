import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { keys } from "../../api/keys.ts";
import { ProblemError } from "../../api/problem.ts";
import type { Post } from "../../api/types.ts";
import { changeOnePost } from "../../live/change-posts.ts";
import { toast } from "../../ui/toast-store.ts";
import { type Draft, drafts, editKey } from "./drafts.ts";
import { toContent } from "./markup.ts";
import { changePost } from "./queries.ts";

interface Change {
  /** The post before the edit. */
  post: Post;
  draft: Draft;
  content: string;
}

/**
 * Shows the edited text immediately. If the server refuses it, the post is restored and the edit
 * returns to the editor.
 */
export function useEdit(): (post: Post, draft: Draft) => void {
  const cache = useQueryClient();
  const put = (post: Post, next: (cached: Post) => Post) => changeOnePost(cache, post, next);
  const { mutate } = useMutation({
    mutationFn: ({ post, content }: Change) => changePost(post.id, content),
    onMutate: ({ post, content }) => {
      put(post, (cached) => ({ ...cached, content, isEdited: true }));
    },
    onError: (problem, { post, draft, content }) => {
      const { content: before, isEdited } = post;
      put(post, (cached) =>
        cached.content === content ? { ...cached, content: before, isEdited } : cached,
      );
      const place = editKey(post);
      if (drafts.read(place).edits === undefined) drafts.write(place, draft);
      const refused = problem instanceof ProblemError && problem.status < 500;
      toast.error(refused ? problem.detail : t`Failed to update post`);
      // 403: a timeout or a lost membership that this page does not show yet.
      if (refused && problem.status === 403) {
        void cache.invalidateQueries({ queryKey: keys.community(post.communityId) });
      }
    },
    onSuccess: ({ content, isEdited, editedAt, mentions }, { post }) => {
      put(post, (cached) => ({ ...cached, content, isEdited, editedAt, mentions }));
    },
  });
  return (post, draft) => {
    if (draft.text !== draft.edits?.text) mutate({ post, draft, content: toContent(draft.text) });
  };
}
