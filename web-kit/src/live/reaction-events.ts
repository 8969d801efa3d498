import type { QueryClient } from "@tanstack/react-query";
import { z } from "zod/mini";
import { type ReactionChange, withReactionChange } from "../content/reactions.ts";
import { changePosts } from "./change-posts.ts";
import { mapItems } from "./reducers.ts";

/** The reactions to a post have changed. */
export type ReactionEvent = ReactionChange & {
  type: "post.reacted";
  communityId: string;
  threadId: string;
  postId: string;
};

const id = z.string();

export const reactionEvents = [
  z.object({
    type: z.literal("post.reacted"),
    communityId: id,
    threadId: id,
    postId: id,
    reactions: z.array(z.object({ emoji: z.string(), count: z.number() })),
    userId: z.optional(id),
    emoji: z.optional(z.string()),
    added: z.optional(z.boolean()),
  }),
] as const;

export function applyReaction(
  cache: QueryClient,
  event: ReactionEvent,
  viewerId: string | null,
): void {
  changePosts(cache, event, (pages) =>
    mapItems(pages, (post) =>
      post.id === event.postId && post.removed === null
        ? { ...post, reactions: withReactionChange(post.reactions, event, viewerId) }
        : post,
    ),
  );
}
