import type { QueryClient } from "@tanstack/react-query";
import { z } from "zod/mini";
import type { LinkPreview, Poll, Post } from "../api/types.ts";
import { changePosts } from "./change-posts.ts";
import { mapItems } from "./reducers.ts";

interface PostPlace {
  communityId: string;
  threadId: string;
  postId: string;
}

/** The counts of a poll, and whether it is closed. They do not contain the viewer's choice. */
type PollCounts = Pick<Poll, "id" | "closed" | "voters" | "closesAt"> & {
  options: Pick<Poll["options"][number], "id" | "votes">[];
};

/** Changes to the poll and the link previews of a post. */
export type AttachmentEvent =
  | ({ type: "poll.updated"; poll: PollCounts } & PostPlace)
  | ({ type: "post.previews"; previews: LinkPreview[] } & PostPlace);

const id = z.string();
const text = z.catch(z.nullable(z.string()), null);

export const attachmentEvents = [
  z.object({
    type: z.literal("poll.updated"),
    communityId: id,
    threadId: id,
    postId: id,
    poll: z.object({
      id,
      closed: z.boolean(),
      closesAt: text,
      voters: z.number(),
      options: z.array(z.object({ id, votes: z.number() })),
    }),
  }),
  z.object({
    type: z.literal("post.previews"),
    communityId: id,
    threadId: id,
    postId: id,
    previews: z.array(
      z.object({
        url: z.string(),
        title: z.string(),
        description: text,
        siteName: text,
        imageUrl: text,
      }),
    ),
  }),
] as const;

export function applyAttachmentEvent(cache: QueryClient, event: AttachmentEvent): void {
  changePosts(cache, event, (pages) =>
    mapItems(pages, (post) => (post.id === event.postId ? withEvent(post, event) : post)),
  );
}

function withEvent(post: Post, event: AttachmentEvent): Post {
  if (post.removed !== null) return post;
  if (event.type === "post.previews") return { ...post, previews: event.previews };
  if (post.poll?.id !== event.poll.id) return post;
  return { ...post, poll: withCounts(post.poll, event.poll) };
}

/** A closed poll stays closed: events may arrive out of order. */
function withCounts(poll: Poll, { closed, closesAt, voters, options }: PollCounts): Poll {
  if (poll.closed && !closed) return poll;
  const votes = new Map(options.map((option) => [option.id, option.votes]));
  return {
    ...poll,
    closed,
    closesAt,
    voters,
    options: poll.options.map((option) => ({
      ...option,
      votes: votes.get(option.id) ?? option.votes,
    })),
  };
}
