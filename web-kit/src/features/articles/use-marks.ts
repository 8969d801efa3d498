import { useQueryClient } from "@tanstack/react-query";
import { wordsOf } from "../../api/problem.ts";
import type { Article } from "../../api/types.ts";
import { useOnce } from "../../api/use-once.ts";
import { changeArticle } from "../../live/articles.ts";
import { toast } from "../../ui/toast-store.ts";
import { toggleLike, toggleReaction } from "./queries.ts";

const failed = (words: string) => (error: Error) => toast.error(wordsOf(error, words));

/** Adds or removes a like or reaction; the displayed counts are the server's. */
export function useMarks({ id, communityId }: Article) {
  const cache = useQueryClient();
  const place = { communityId, articleId: id };
  // A second press before the response would undo the first.
  const like = useOnce({
    mutationFn: () => toggleLike(id),
    onSuccess: ({ likes, liked }) => changeArticle(cache, place, { likes, likedByMe: liked }),
    onError: failed("Failed to like article"),
  });
  const react = useOnce({
    mutationFn: (emoji: string) => toggleReaction(id, emoji),
    onSuccess: ({ reactions }) => changeArticle(cache, place, { reactions }),
    onError: failed("Failed to react to article"),
  });
  return { like: () => like.mutate(), react: (emoji: string) => react.mutate(emoji) };
}
