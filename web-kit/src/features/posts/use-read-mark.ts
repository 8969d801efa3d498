import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useCallback, useEffect, useRef } from "react";
import { keys } from "../../api/keys.ts";
import { isLater } from "../../api/timestamps.ts";
import type { Post, Thread } from "../../api/types.ts";
import { assumeThreadRead, invalidateReadState, isKeptUnread } from "../../live/read-marks.ts";
import { setReadingThread } from "../../live/viewing.ts";
import { NEAR_END, type VirtualRows } from "../../ui/use-virtual-rows.ts";
import { sendThreadRead, unreadAfter } from "../communities/unread.ts";
import { ReadMarker, type SeenPost } from "./read-marker.ts";
import type { TimelineRow } from "./timeline.ts";

export interface ReadMarkOptions {
  thread: Thread;
  viewerId: string;
  /** False for staff who are not members: they have no read state. */
  isMember: boolean;
  /** The loaded posts, from oldest to newest. */
  posts: readonly Post[];
  rows: readonly TimelineRow[];
  box: RefObject<HTMLDivElement | null>;
  virtual: VirtualRows;
  /** The newest row is in view. */
  atEnd: boolean;
}

/**
 * Marks the thread as read up to the newest post that the reader has seen. Returns a function to
 * call when the list scrolls.
 */
export function useReadMark(options: ReadMarkOptions): () => void {
  const { thread, isMember, atEnd } = options;
  const cache = useQueryClient();
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const marker = useRef<ReadMarker | null>(null);
  const { id: threadId, communityId } = thread;
  useEffect(() => {
    if (!isMember) return;
    // The screen may still show an earlier state than the cache.
    const readThread = () => cache.getQueryData<Thread>(keys.thread(communityId, threadId));
    const opened = new ReadMarker({
      newestInView: () => newestInView(latest.current),
      isUnread: (seen) => isUnread(readThread(), latest.current, seen),
      onSeen: ({ created, isEnd }) => {
        const { posts: loaded, viewerId } = latest.current;
        const unread = isEnd ? 0 : unreadAfter(loaded, created, viewerId).length;
        const state = { lastReadTimestamp: created, unreadMessages: unread };
        assumeThreadRead(cache, { communityId, threadId, ...state });
      },
      send: (upTo) => sendThreadRead(cache, { communityId, threadId }, upTo),
      onLeftEarly: () => invalidateReadState(cache, communityId),
    });
    marker.current = opened;
    const onVisibility = () => {
      if (document.visibilityState === "hidden") opened.leave();
      else opened.look();
    };
    const onPageHide = () => opened.leave();
    document.addEventListener("visibilitychange", onVisibility);
    addEventListener("pagehide", onPageHide);
    return () => {
      document.removeEventListener("visibilitychange", onVisibility);
      removeEventListener("pagehide", onPageHide);
      opened.leave();
      marker.current = null;
    };
  }, [cache, communityId, threadId, isMember]);
  const isKept = isKeptUnread(threadId);
  // After every render, since any may have brought other posts into view.
  useEffect(() => {
    if (isKept) marker.current?.cancel();
    else marker.current?.look();
  });
  const isReading = atEnd && isMember && !isKept;
  useEffect(() => {
    if (!isReading) return;
    setReadingThread(threadId);
    return () => setReadingThread(null);
  }, [threadId, isReading]);
  return useCallback(() => marker.current?.look(), []);
}

function newestInView({ box, virtual, rows, posts }: ReadMarkOptions): SeenPost | null {
  const element = box.current;
  const last = posts.at(-1);
  if (element === null || last === undefined || document.visibilityState === "hidden") return null;
  const end = element.scrollTop + element.clientHeight;
  if (element.scrollHeight - end < NEAR_END) return { created: last.created, isEnd: true };
  const shown = virtual.getVirtualItems().findLast((item) => {
    return rows[item.index]?.kind === "post" && item.end <= end;
  });
  const row = shown && rows[shown.index];
  return row?.kind === "post" ? { created: row.post.created, isEnd: false } : null;
}

function isUnread(
  thread: Thread | undefined,
  { posts, viewerId }: ReadMarkOptions,
  { created, isEnd }: SeenPost,
): boolean {
  if (thread === undefined || isKeptUnread(thread.id)) return false;
  const { lastReadTimestamp, unreadMessages } = thread;
  if (!isLater(created, lastReadTimestamp)) return false;
  if (isEnd && unreadMessages > 0) return true;
  const unread = unreadAfter(posts, lastReadTimestamp, viewerId);
  return unread.some((post) => !isLater(post.created, created));
}
