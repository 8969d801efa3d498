import { z } from "zod/mini";
import type { LastPost, Post, Thread } from "../api/types.ts";

/** What the live stream says. Small facts: ids, and the changed object where a screen needs it. */
export type LiveEvent =
  | { type: "hello"; cursor: string }
  | { type: "resync" }
  | { type: "me.changed" }
  | { type: "session.ended"; reason: string }
  | { type: "post.created"; communityId: string; threadId: string; post: Post }
  | {
      type: "post.liked";
      communityId: string;
      threadId: string;
      postId: string;
      likes: number;
      userId: string;
      liked: boolean;
    }
  | { type: "thread.created"; communityId: string; thread: Thread }
  | {
      type: "thread.updated";
      communityId: string;
      threadId: string;
      numposts: number;
      lastUpdated: string;
      lastPost: LastPost | null;
    }
  | { type: "community.created" | "community.updated"; communityId: string }
  | {
      type: "membership.joined" | "membership.left" | "membership.removed";
      communityId: string;
      userId: string;
    };

const id = z.string();
const cursor = z.pipe(z.union([z.string(), z.number()]), z.transform(String));
const lastPost = z.nullable(
  z.object({
    authorId: z.catch(z.nullable(z.string()), null),
    authorName: z.string(),
    excerpt: z.string(),
    created: z.string(),
  }),
);
// The server describes the whole objects; here it is enough that they can be placed.
const post = z.custom<Post>(hasId);
const thread = z.custom<Thread>(hasId);

const eventSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("hello"), cursor }),
  z.object({ type: z.literal("resync") }),
  z.object({ type: z.literal("me.changed") }),
  z.object({ type: z.literal("session.ended"), reason: z.catch(z.string(), "ended") }),
  z.object({ type: z.literal("post.created"), communityId: id, threadId: id, post }),
  z.object({
    type: z.literal("post.liked"),
    communityId: id,
    threadId: id,
    postId: id,
    likes: z.number(),
    userId: id,
    liked: z.boolean(),
  }),
  z.object({ type: z.literal("thread.created"), communityId: id, thread }),
  z.object({
    type: z.literal("thread.updated"),
    communityId: id,
    threadId: id,
    numposts: z.number(),
    lastUpdated: z.string(),
    lastPost,
  }),
  z.object({ type: z.enum(["community.created", "community.updated"]), communityId: id }),
  z.object({
    type: z.enum(["membership.joined", "membership.left", "membership.removed"]),
    communityId: id,
    userId: id,
  }),
]);

/** Null for what this build does not know: a newer server may say more. */
export function readEvent(data: string): LiveEvent | null {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return null;
  }
  const parsed = eventSchema.safeParse(value);
  return parsed.success ? parsed.data : null;
}

function hasId(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && "id" in value && typeof value.id === "string"
  );
}
