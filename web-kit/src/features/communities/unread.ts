import { t } from "@lingui/core/macro";
import type { QueryClient } from "@tanstack/react-query";
import { errorMessage, ProblemError, withQuery } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { serverNow } from "../../api/server-clock.ts";
import { isLater, toMicros } from "../../api/timestamps.ts";
import type { Community, Me, Post, Thread, ThreadReadMark } from "../../api/types.ts";
import {
  allowReading,
  assumeThreadRead,
  invalidateReadState,
  keepUnreadFrom,
  recordSentMark,
  setCommunityRead,
  setEverythingRead,
  setThreadRead,
} from "../../live/read-marks.ts";
import type { Pages } from "../../live/reducers.ts";
import { queueRequest } from "../../offline/page-queue.ts";
import { toast } from "../../ui/toast-store.ts";
import { isOnline } from "../../ui/use-online.ts";
import {
  markCommunityRead,
  markEverythingRead,
  markThreadRead,
  markUnreadFrom,
  readPath,
  threadReadPath,
  unreadFromPath,
} from "./queries.ts";

type ThreadRef = Pick<ThreadReadMark, "communityId" | "threadId">;
type QueuedMark = { method: "POST" | "PUT"; path: string; body: unknown };

/** Other members' posts among these that are later than a mark. */
export function unreadAfter(
  posts: readonly Post[],
  mark: string | null,
  viewerId: string,
): readonly Post[] {
  return posts.filter(
    ({ authorId, removed, created }) =>
      authorId !== viewerId && removed === null && isLater(created, mark),
  );
}

/** Sends the time up to which the reader has seen a thread. */
export function sendThreadRead(cache: QueryClient, thread: ThreadRef, upTo: string): void {
  const { communityId, threadId } = thread;
  recordSentMark(threadId, upTo);
  const queued = {
    method: "PUT",
    path: threadReadPath(communityId, threadId),
    body: { upTo },
  } as const;
  sendOrQueue(cache, queued, () => markThreadRead(communityId, threadId, upTo))
    .then((mark) => mark && confirmThreadRead(cache, mark))
    // A lost mark is sent again with the next post; its counts return with the next load.
    .catch(() => undefined);
}

/** The response may be outdated by a later mark that this page has applied meanwhile. */
function confirmThreadRead(cache: QueryClient, mark: ThreadReadMark): void {
  const known = cache.getQueryData<Thread>(keys.thread(mark.communityId, mark.threadId));
  if (isLater(known?.lastReadTimestamp ?? null, mark.lastReadTimestamp)) return;
  setThreadRead(cache, mark);
  void cache.invalidateQueries({ queryKey: keys.badges });
}

/** Marks a thread as unread from a post on, until the reader opens it again. */
export async function keepPostUnread(cache: QueryClient, post: Post): Promise<void> {
  const viewerId = cache.getQueryData<Me | null>(keys.me)?.id ?? "";
  const { communityId, threadId, postId, created } = post;
  const pages = cache.getQueryData<Pages<Post>>(keys.posts(communityId, threadId))?.pages ?? [];
  const before = new Date(toMicros(created) / 1000 - 1).toISOString();
  const unread = unreadAfter(
    pages.flatMap(({ items }) => items),
    before,
    viewerId,
  );
  keepUnreadFrom(threadId, created);
  assumeThreadRead(cache, {
    communityId,
    threadId,
    lastReadTimestamp: before,
    unreadMessages: unread.length,
  });
  const queued = {
    method: "PUT",
    path: unreadFromPath(communityId, threadId),
    body: { postId },
  } as const;
  try {
    const mark = await sendOrQueue(cache, queued, () =>
      markUnreadFrom(communityId, threadId, postId),
    );
    if (mark === null) return;
    setThreadRead(cache, mark);
    void cache.invalidateQueries({ queryKey: keys.badges });
  } catch (error) {
    allowReading(threadId);
    invalidateReadState(cache, communityId);
    toast.error(errorMessage(error, t`Failed to mark the thread as unread`));
  }
}

/** Marks all threads of a community as read. */
export async function readCommunity(cache: QueryClient, community: Community): Promise<void> {
  const { id } = community;
  const latest = latestActivity(cache, community);
  setCommunityRead(cache, id, new Date(serverNow()).toISOString());
  const queued = {
    method: "POST",
    path: withQuery(readPath(id), { upTo: latest }),
    body: {},
  } as const;
  try {
    const mark = await sendOrQueue(cache, queued, () => markCommunityRead(id));
    if (mark !== null) void cache.invalidateQueries({ queryKey: keys.badges });
  } catch (error) {
    invalidateReadState(cache, id);
    toast.error(errorMessage(error, t`Failed to mark the community as read`));
  }
}

/** Without a connection, only what the reader could see is marked as read. */
function latestActivity(cache: QueryClient, community: Community): string {
  const lists = cache.getQueriesData<Pages<Thread>>({ queryKey: keys.threads(community.id) });
  const threads = lists.flatMap(([, list]) => list?.pages.flatMap(({ items }) => items) ?? []);
  return threads.reduce(
    (latest, { lastUpdated }) => (isLater(lastUpdated, latest) ? lastUpdated : latest),
    community.lastUpdated,
  );
}

/** Marks everything on this site as read. It needs a connection. */
export async function readEverything(cache: QueryClient): Promise<void> {
  try {
    await markEverythingRead();
    setEverythingRead(cache);
    void cache.invalidateQueries({ queryKey: keys.activity });
    void cache.invalidateQueries({ queryKey: keys.badges });
  } catch (error) {
    toast.error(errorMessage(error, t`Failed to mark everything as read`));
  }
}

/** Without a connection the mark is queued. Resolves to null then. */
async function sendOrQueue<Result>(
  cache: QueryClient,
  queued: QueuedMark,
  send: () => Promise<Result>,
): Promise<Result | null> {
  const queue = () => queueRequest(cache, { kind: "read-mark", ...queued }).then(() => null);
  if (!isOnline()) return queue();
  try {
    return await send();
  } catch (error) {
    if (error instanceof ProblemError && error.status === 0) return queue();
    throw error;
  }
}
