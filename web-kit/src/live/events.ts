import { z } from "zod/mini";
import type { Announcement, JoinRequest, LastPost, Post, Thread } from "../api/types.ts";
import { type AffiliationEvent, affiliationEvents } from "./affiliation-events.ts";
import { type AnswerEvent, answerEvents } from "./answer-events.ts";
import { type AttachmentEvent, attachmentEvents } from "./attachment-events.ts";
import { type DraftEvent, draftEvents } from "./draft-events.ts";
import { type ReactionEvent, reactionEvents } from "./reaction-events.ts";
import { type ReadEvent, readEvents } from "./read-events.ts";
import { type ReportEvent, reportEvents } from "./report-events.ts";
import { type SupportEvent, supportEvents } from "./support-events.ts";
import { type ArticleEvent, articleEvents } from "./article-events.ts";
import { type MessageEvent, messageEvents } from "./message-events.ts";
import { type ThreadEvent, threadEvents } from "./thread-schemas.ts";

/**
 * Events of the live stream. They are small: ids, and the changed object where a screen needs it.
 */
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
  | {
      type: "post.edited";
      communityId: string;
      threadId: string;
      postId: string;
      post: { content: string; editedAt: string; mentions?: Post["mentions"] | undefined };
    }
  | {
      type: "post.removed";
      communityId: string;
      threadId: string;
      postId: string;
      removed: "deleted" | "removed";
      isTombstone: boolean;
      numposts?: number | undefined;
      parentPostId?: string | null | undefined;
    }
  | { type: "community.created" | "community.deleted"; communityId: string }
  | { type: "community.updated"; communityId: string; historyFromJoin?: boolean | undefined }
  | {
      type:
        | "membership.joined"
        | "membership.left"
        | "membership.removed"
        | "membership.promoted"
        | "membership.demoted";
      communityId: string;
      userId: string;
    }
  | { type: "notification.created" | "activity.changed" }
  | { type: "introduction.changed"; introductionId: string }
  | AnswerEvent
  | AttachmentEvent
  | DraftEvent
  | ReactionEvent
  | ReadEvent
  | ReportEvent
  | SupportEvent
  | ArticleEvent
  | AffiliationEvent
  | MessageEvent
  | ThreadEvent
  | CommunityEvent;

/** Events in a community other than posts and threads. */
export type CommunityEvent =
  | { type: "join-request.created"; communityId: string; request: JoinRequest }
  | {
      type: "join-request.handled" | "join-request.withdrawn";
      communityId: string;
      requestId: string;
      userId: string;
    }
  | { type: "private-code.changed"; communityId: string }
  | { type: "timeout.set"; communityId: string; userId: string; endDate: string; reason: string }
  | { type: "timeout.lifted"; communityId: string; userId: string }
  | {
      type: "announcement.created" | "announcement.updated";
      communityId: string;
      announcement: Announcement;
    }
  | { type: "announcement.deleted"; communityId: string; announcementId: string }
  | {
      type: "announcement.rsvp";
      communityId: string;
      announcementId: string;
      answers: AnswerCounts;
    };

/** The number of people with each answer to an event. */
type AnswerCounts = NonNullable<Announcement["answers"]>;

const id = z.string();
const cursor = z.pipe(z.union([z.string(), z.number()]), z.transform(String));
const lastPost = z.nullable(
  z.object({
    postId: id,
    authorId: z.catch(z.nullable(z.string()), null),
    authorName: z.string(),
    excerpt: z.string(),
    created: z.string(),
  }),
);
// The API description covers the whole objects; checking their ids suffices here.
const post = z.custom<Post>(hasId);
const thread = z.custom<Thread>(hasId);
const request = z.custom<JoinRequest>(hasId);
const announcement = z.custom<Announcement>(hasId);

const eventSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("hello"), cursor }),
  z.object({ type: z.literal("resync") }),
  z.object({ type: z.literal("me.changed") }),
  z.object({ type: z.enum(["notification.created", "activity.changed"]) }),
  z.object({ type: z.literal("introduction.changed"), introductionId: id }),
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
  z.object({
    type: z.literal("post.edited"),
    communityId: id,
    threadId: id,
    postId: id,
    post: z.object({
      content: z.string(),
      editedAt: z.string(),
      mentions: z.optional(z.array(z.object({ userId: id, handle: z.string() }))),
    }),
  }),
  z.object({
    type: z.literal("post.removed"),
    communityId: id,
    threadId: id,
    postId: id,
    removed: z.enum(["deleted", "removed"]),
    isTombstone: z.boolean(),
    numposts: z.optional(z.number()),
    parentPostId: z.optional(z.nullable(id)),
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
  z.object({ type: z.enum(["community.created", "community.deleted"]), communityId: id }),
  z.object({
    type: z.literal("community.updated"),
    communityId: id,
    historyFromJoin: z.optional(z.boolean()),
  }),
  z.object({
    type: z.enum([
      "membership.joined",
      "membership.left",
      "membership.removed",
      "membership.promoted",
      "membership.demoted",
    ]),
    communityId: id,
    userId: id,
  }),
  z.object({ type: z.literal("join-request.created"), communityId: id, request }),
  z.object({
    type: z.enum(["join-request.handled", "join-request.withdrawn"]),
    communityId: id,
    requestId: id,
    userId: id,
  }),
  z.object({ type: z.literal("private-code.changed"), communityId: id }),
  z.object({
    type: z.literal("timeout.set"),
    communityId: id,
    userId: id,
    endDate: z.string(),
    reason: z.catch(z.string(), ""),
  }),
  z.object({ type: z.literal("timeout.lifted"), communityId: id, userId: id }),
  z.object({
    type: z.enum(["announcement.created", "announcement.updated"]),
    communityId: id,
    announcement,
  }),
  z.object({ type: z.literal("announcement.deleted"), communityId: id, announcementId: id }),
  ...answerEvents,
  ...attachmentEvents,
  ...draftEvents,
  z.object({
    type: z.literal("announcement.rsvp"),
    communityId: id,
    announcementId: id,
    answers: z.object({ yes: z.number(), maybe: z.number(), no: z.number() }),
  }),
  ...reactionEvents,
  ...readEvents,
  ...reportEvents,
  ...supportEvents,
  ...articleEvents,
  ...affiliationEvents,
  ...messageEvents,
  ...threadEvents,
]);

/** Null for unknown events: a newer server may send more. */
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
