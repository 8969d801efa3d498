import { isLater } from "../../api/timestamps.ts";
import type { Post } from "../../api/types.ts";
import type { PendingPost } from "./outbox.ts";

/** One row of the posts pane. */
export type TimelineRow =
  | { kind: "day"; key: string; at: string }
  | { kind: "new"; key: string; count: number }
  | { kind: "post"; key: string; post: Post; connected: boolean }
  | { kind: "pending"; key: string; pending: PendingPost; connected: boolean };

/** The viewer's read state of a thread. */
export interface OpenedState {
  /** Number of unread posts by other members. */
  unread: number;
  readUpTo: string | null;
}

/** Maximum time between writing a post and matching it with a saved one by content. */
export const MATCH_WINDOW_MS = 5000;

/**
 * True if this saved post is the pending one: by idempotency key or, without one, by text, author
 * and time.
 */
export function isSaved(pending: PendingPost, post: Post, viewerId: string): boolean {
  if (post.idempotencyKey !== null) return post.idempotencyKey === pending.key;
  if (post.authorId !== viewerId) return false;
  if (post.parentPostId !== pending.parentPostId) return false;
  const apart = Math.abs(Date.parse(post.created) - Date.parse(pending.created));
  return apart <= MATCH_WINDOW_MS && post.content === pending.content;
}

/** Pending posts that have not arrived as saved posts. */
export function unsavedPosts(
  pending: readonly PendingPost[],
  posts: readonly Post[],
  viewerId: string,
): PendingPost[] {
  const taken = new Set<string>();
  return pending.filter((waiting) => {
    const match = posts.findLast((post) => !taken.has(post.id) && isSaved(waiting, post, viewerId));
    if (match !== undefined) taken.add(match.id);
    return match === undefined;
  });
}

export function buildTimeline(
  posts: readonly Post[],
  pending: readonly PendingPost[],
  options: {
    viewerId: string;
    /** The read state of the thread before it was opened. */
    opened: OpenedState;
    /** If older posts are not loaded, the oldest loaded post may not be the first of its day. */
    hasOlder: boolean;
    dayOf: (at: string) => string;
  },
): TimelineRow[] {
  const rows: TimelineRow[] = [];
  const firstNew = firstUnread(posts, options.opened, options.viewerId);
  let day = "";
  let line: string | null = null;
  const connect = (parentId: string | null, ownId: string) => {
    const connected = parentId !== null && parentId === line;
    if (!connected) line = parentId ?? ownId;
    return connected;
  };
  for (const post of posts) {
    const postDay = options.dayOf(post.created);
    const interrupted = postDay !== day || post.id === firstNew;
    const begins = postDay !== day && (rows.length > 0 || !options.hasOlder);
    if (begins) rows.push({ kind: "day", key: `day-${postDay}`, at: post.created });
    day = postDay;
    if (post.id === firstNew) rows.push({ kind: "new", key: "new", count: options.opened.unread });
    // Only a row directly below a post of its own chain has a connector.
    if (interrupted) line = null;
    const connected = connect(post.parentPostId, post.id);
    rows.push({ kind: "post", key: post.id, post, connected });
  }
  for (const waiting of unsavedPosts(pending, posts, options.viewerId)) {
    const connected = connect(waiting.parentPostId, waiting.key);
    rows.push({ kind: "pending", key: waiting.key, pending: waiting, connected });
  }
  return rows;
}

/** The first post by another member after the viewer's read mark. */
export function firstUnread(
  posts: readonly Post[],
  { unread, readUpTo }: OpenedState,
  viewerId: string,
): string | null {
  if (unread <= 0) return null;
  const first = posts.find(
    ({ authorId, removed, created }) =>
      authorId !== viewerId && removed === null && isLater(created, readUpTo),
  );
  return first?.id ?? null;
}
