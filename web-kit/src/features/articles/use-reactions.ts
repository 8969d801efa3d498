import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { errorMessage } from "../../api/problem.ts";
import type { Article } from "../../api/types.ts";
import { useSingleFlightMutation } from "../../api/use-single-flight-mutation.ts";
import { changeArticle } from "../../live/articles.ts";
import { toast } from "../../ui/toast-store.ts";
import { toggleLike, toggleReaction } from "./queries.ts";

const failed = (words: string) => (error: Error) => toast.error(errorMessage(error, words));

/** Adds or removes a like or reaction; the displayed counts are the server's. */
export function useReactions({ id, communityId }: Article) {
  const cache = useQueryClient();
  const place = { communityId, articleId: id };
  // A second press before the response would undo the first.
  const like = useSingleFlightMutation({
    mutationFn: () => toggleLike(id),
    onSuccess: ({ likes, liked }) => changeArticle(cache, place, { likes, likedByMe: liked }),
    onError: failed(t`Failed to like article`),
  });
  const react = useSingleFlightMutation({
    mutationFn: (emoji: string) => toggleReaction(id, emoji),
    onSuccess: ({ reactions }) => changeArticle(cache, place, { reactions }),
    onError: failed(t`Failed to react to article`),
  });
  return { like: () => like.mutate(), react: (emoji: string) => react.mutate(emoji) };
}
