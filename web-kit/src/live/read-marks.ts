import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../api/keys.ts";
import { isLater, toMicros } from "../api/timestamps.ts";
import type { Badges, Community, Post, Thread, ThreadReadMark } from "../api/types.ts";
import { changeCommunity, changeViewer, isGuest } from "./change-community.ts";
import { cachedThread, changeThread, changeThreadLists, setInThread } from "./change-thread.ts";
import { updateCachedCount } from "./pending-updates.ts";
import type { ReadEvent } from "./read-events.ts";
import { countUnread, hasItem, mapItems, type Pages } from "./reducers.ts";

/** The server stops counting unread posts at this number. */
export const UNREAD_MAX = 100;

/**
 * Threads that the viewer marked as unread, with the creation time of the first unread post in
 * microseconds. They are not marked as read again until they are opened again.
 */
const unreadFrom = new Map<string, number>();

/** Marks that this page sent. Their events may arrive after a later mark was applied. */
let sentMarks: readonly string[] = [];
const SENT_MARKS_MAX = 50;

const markKey = (threadId: string, upTo: string) => `${threadId} ${toMicros(upTo)}`;

export function recordSentMark(threadId: string, upTo: string): void {
  sentMarks = [...sentMarks, markKey(threadId, upTo)].slice(-SENT_MARKS_MAX);
}

/** Keeps a thread unread from a post on, while the reader stays in it. */
export function keepUnreadFrom(threadId: string, created: string): void {
  unreadFrom.set(threadId, toMicros(created));
}

export function isKeptUnread(threadId: string): boolean {
  return unreadFrom.has(threadId);
}

/** Reading marks the thread as read again, since it was opened again. */
export function allowReading(threadId: string): void {
  unreadFrom.delete(threadId);
}

/** Applies the viewer's read state from another tab or device. */
export function applyRead(cache: QueryClient, event: ReadEvent): void {
  void cache.invalidateQueries({ queryKey: keys.badges });
  switch (event.type) {
    case "thread.read":
      applyThreadRead(cache, event);
      return;
    case "community.read":
      setCommunityRead(cache, event.communityId, event.lastReadTimestamp);
      return;
    case "communities.read":
      setEverythingRead(cache);
      void cache.invalidateQueries({ queryKey: keys.communityLists });
  }
}

function applyThreadRead(cache: QueryClient, mark: ThreadReadMark): void {
  const { threadId, lastReadTimestamp } = mark;
  const known = cachedThread(cache, mark)?.lastReadTimestamp ?? null;
  const isBackwards = isLater(known, lastReadTimestamp);
  if (isBackwards && sentMarks.includes(markKey(threadId, lastReadTimestamp))) return;
  const first = unreadFrom.get(threadId);
  if (isBackwards && first === undefined) {
    // The viewer marked the thread as unread elsewhere.
    unreadFrom.set(threadId, toMicros(lastReadTimestamp) + 1);
  } else if (first !== undefined && toMicros(lastReadTimestamp) >= first) {
    unreadFrom.delete(threadId);
  }
  setThreadRead(cache, mark);
}

/** Sets a thread's read state and its community's count, as the server counted them. */
export function setThreadRead(cache: QueryClient, mark: ThreadReadMark): void {
  const { communityId, lastReadTimestamp, unreadMessages, communityUnread } = mark;
  setInThread(cache, mark, { lastReadTimestamp, unreadMessages });
  changeViewer(cache, communityId, { unread: communityUnread });
  const queryKey = keys.threadList(communityId, "unread");
  const unread = cache.getQueryData<Pages<Thread>>(queryKey);
  // A thread that became unread is missing in the list of those.
  if (unreadMessages > 0 && unread !== undefined && !hasItem(unread, mark.threadId)) {
    void cache.invalidateQueries({ queryKey });
  }
}

/**
 * Sets a thread's read state before the server has answered, and changes the counts of its
 * community and of the navigation by the difference.
 */
export function assumeThreadRead(
  cache: QueryClient,
  state: Pick<ThreadReadMark, "communityId" | "threadId" | "lastReadTimestamp" | "unreadMessages">,
): void {
  const { communityId, lastReadTimestamp, unreadMessages } = state;
  const thread = cachedThread(cache, state);
  const before = thread?.unreadMessages ?? 0;
  setInThread(cache, state, { lastReadTimestamp, unreadMessages });
  // The real number of a count at its maximum is unknown.
  if (before >= UNREAD_MAX || isMuted(thread)) return;
  changeCounts(cache, communityId, unreadMessages - before);
}

/** Marks all threads of a community with no later activity as read. */
export function setCommunityRead(cache: QueryClient, communityId: string, upTo: string): void {
  let hasLater = false;
  changeThreadLists(cache, communityId, (pages) =>
    mapItems(pages, (thread) => {
      if (!isLater(thread.lastUpdated, upTo)) return readUpTo(thread, upTo);
      hasLater ||= thread.unreadMessages > 0;
      return thread;
    }),
  );
  cache.setQueriesData<Thread>({ queryKey: keys.openThreads(communityId) }, (thread) =>
    thread === undefined || isLater(thread.lastUpdated, upTo) ? thread : readUpTo(thread, upTo),
  );
  const unread = cache.getQueryData<Community>(keys.community(communityId))?.viewer.unread ?? 0;
  changeCounts(cache, communityId, -unread);
  changeViewer(cache, communityId, { unread: 0 });
  if (hasLater) invalidateReadState(cache, communityId);
}

/** Marks everything on this site as read. */
export function setEverythingRead(cache: QueryClient): void {
  cache.setQueriesData<Pages<Community>>(
    { queryKey: keys.communityList("mine") },
    (pages) => pages && mapItems(pages, withoutCount),
  );
  cache.setQueriesData<Community>(
    { queryKey: keys.communityEntries },
    (community) => community && withoutCount(community),
  );
  cache.setQueriesData<Pages<Thread>>(
    { queryKey: keys.threadLists },
    (pages) => pages && mapItems(pages, withoutUnread),
  );
  cache.setQueriesData<Thread>(
    { queryKey: keys.threadEntries },
    (thread) => thread && withoutUnread(thread),
  );
  updateCachedCount<Badges>(cache, keys.badges, (badges) => ({ ...badges, communities: 0 }));
  // The times of the marks are the server's.
  void cache.invalidateQueries({ queryKey: keys.allThreads });
}

/** Counts a new post of another member. */
export function countUnreadPost(cache: QueryClient, post: Post): void {
  if (isGuest(cache, post.communityId)) return;
  const { communityId } = post;
  const thread = cachedThread(cache, post);
  if (thread !== undefined && !isLater(post.created, thread.lastReadTimestamp)) return;
  changeThread(cache, post, (cached) => countUnread(cached, 1));
  if (!isMuted(thread)) changeCounts(cache, communityId, 1);
}

/** Loads the read state of a community and its threads again. */
export function invalidateReadState(cache: QueryClient, communityId: string): void {
  void cache.invalidateQueries({ queryKey: keys.threads(communityId) });
  void cache.invalidateQueries({ queryKey: keys.openThreads(communityId) });
  void cache.invalidateQueries({ queryKey: keys.community(communityId) });
  void cache.invalidateQueries({ queryKey: keys.communityList("mine") });
  void cache.invalidateQueries({ queryKey: keys.badges });
}

function changeCounts(cache: QueryClient, communityId: string, by: number): void {
  if (by === 0) return;
  changeCommunity(cache, communityId, (community) => countUnread(community, by));
  updateCachedCount<Badges>(cache, keys.badges, (badges) => ({
    ...badges,
    communities: Math.max(0, badges.communities + by),
  }));
}

/** Posts in muted threads do not count in the community. */
function isMuted(thread: Thread | undefined): boolean {
  return thread?.subscription === "muted";
}

function readUpTo(thread: Thread, upTo: string): Thread {
  const { lastReadTimestamp } = thread;
  const isKnown = isLater(lastReadTimestamp, upTo);
  return {
    ...thread,
    unreadMessages: 0,
    lastReadTimestamp: isKnown ? lastReadTimestamp : upTo,
  };
}

function withoutUnread(thread: Thread): Thread {
  return thread.unreadMessages === 0 ? thread : { ...thread, unreadMessages: 0 };
}

function withoutCount(community: Community): Community {
  const { viewer } = community;
  return viewer.unread === 0 ? community : { ...community, viewer: { ...viewer, unread: 0 } };
}
