import type { Post, PostFile, PostImage } from "../../api/types.ts";
import type { NewPoll } from "./polls/draft-poll.ts";
import type { NewItem, Outbox, PendingItem } from "../../offline/outbox.ts";

/** A post written in this browser that the server has not confirmed. */
export interface PendingPost extends PendingItem {
  communityId: string;
  threadId: string;
  parentPostId: string | null;
  /** The author of the parent post, for the composer when the text is restored. */
  replyTo: string | null;
  /** As typed, to restore it in the composer. */
  draft: string;
  /** As sent to the server. */
  content: string;
  /** Its uploaded pictures. */
  images: readonly PostImage[];
  /** Its uploaded files. */
  files: readonly PostFile[];
  poll: NewPoll | null;
}

export type NewPost = NewItem<PendingPost>;

/** The queue of unsent posts, of which one is in flight at a time. */
export type PostOutbox = Outbox<PendingPost, Post>;

/** Reads a stored post; null if it has another form. */
export function readPost(value: unknown): NewPost | null {
  if (typeof value !== "object" || value === null) return null;
  const fields = new Map<string, unknown>(Object.entries(value));
  const texts = ["key", "viewerId", "communityId", "threadId", "draft", "content", "created"];
  const parent = fields.get("parentPostId");
  const isPost =
    texts.every((name) => typeof fields.get(name) === "string") &&
    (parent === null || typeof parent === "string");
  if (!isPost) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each text field was checked
  const post = value as NewPost;
  // Earlier releases stored no images, files or polls.
  const { images, files, poll } = post as Partial<NewPost>;
  return { ...post, images: images ?? [], files: files ?? [], poll: poll ?? null };
}
