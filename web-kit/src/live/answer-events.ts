import type { QueryClient } from "@tanstack/react-query";
import { z } from "zod/mini";
import { keys } from "../api/keys.ts";
import type { Announcement } from "../api/types.ts";
import { changeAnnouncement } from "./change-announcement.ts";
import { changePosts } from "./change-posts.ts";
import { mapItems } from "./reducers.ts";

/** The viewer has answered a poll or an event, maybe on another device. Only they get it. */
export type AnswerEvent =
  | {
      type: "poll.answered";
      communityId: string;
      threadId: string;
      postId: string;
      /** Ids of the chosen options. */
      chosen: string[];
    }
  | {
      type: "announcement.answered";
      communityId: string;
      announcementId: string;
      ownAnswer: Announcement["ownAnswer"];
    };

const id = z.string();

export const answerEvents = [
  z.object({
    type: z.literal("poll.answered"),
    communityId: id,
    threadId: id,
    postId: id,
    chosen: z.array(id),
  }),
  z.object({
    type: z.literal("announcement.answered"),
    communityId: id,
    announcementId: id,
    ownAnswer: z.nullable(z.enum(["yes", "maybe", "no"])),
  }),
] as const;

export function applyAnswer(cache: QueryClient, event: AnswerEvent): void {
  if (event.type === "poll.answered") {
    changePosts(cache, event, (pages) =>
      mapItems(pages, (post) =>
        post.id === event.postId && post.poll !== null
          ? { ...post, poll: { ...post.poll, chosen: event.chosen } }
          : post,
      ),
    );
    return;
  }
  changeAnnouncement(cache, event, (cached) => ({ ...cached, ownAnswer: event.ownAnswer }));
  // The person's own events are those that they answered.
  void cache.invalidateQueries({ queryKey: keys.ownEvents });
}
