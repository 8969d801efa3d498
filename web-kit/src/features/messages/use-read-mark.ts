import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { withQuery } from "../../api/client.ts";
import type { Conversation, Message } from "../../api/message-types.ts";
import { changeConversation, invalidateCounts } from "../../live/conversations.ts";
import { setReading } from "../../live/viewing.ts";
import { queueRequest } from "../../offline/page-queue.ts";
import { isOnline } from "../../ui/use-online.ts";
import type { OpenedState } from "./message-area.tsx";
import { markRead, readPath } from "./queries.ts";

/** Pause before a read mark is sent; messages that arrive meanwhile need no mark of their own. */
const SETTLE_MS = 300;

export interface ReadMarkOptions {
  conversation: Conversation;
  viewerId: string;
  opened: OpenedState;
  /** The newest message is in view. */
  atEnd: boolean;
  latest: Message | null;
  /** The list opened at a search hit, where the unread messages may be out of view. */
  isHit: boolean;
}

/**
 * Marks the conversation as read: on opening it, and as messages arrive at its end. A hidden page
 * and a reader who has scrolled up mark nothing.
 */
export function useReadMark(options: ReadMarkOptions): void {
  const { conversation, viewerId, opened, atEnd, latest, isHit } = options;
  const cache = useQueryClient();
  const isVisible = useSyncExternalStore(subscribe, readVisibility);
  const { id, unreadMessages } = conversation;
  const latestId = latest?.id ?? null;
  // The list opens at the first unread message, so those loaded on opening are in view.
  const [openedAt] = useState(latestId);
  const isOpening = !isHit && opened.unread > 0 && openedAt === latestId;
  const isReading = isVisible && (atEnd || isOpening);
  useEffect(() => {
    if (!isReading) return;
    setReading(id);
    return () => setReading(null);
  }, [id, isReading]);
  const wasMarkedUnread = useRef(opened.markedUnread);
  const marked = useRef(opened.unread > 0 ? null : latestId);
  const isForeign = latest !== null && latest.senderId !== viewerId;
  // True while a mark waits. Leaving the conversation sends it at once, so that it is not lost; the
  // live event of the mark then changes the lists.
  const isWaiting = useRef(false);
  const latestRef = useRef(latest);
  useEffect(() => {
    latestRef.current = latest;
  }, [latest]);
  useEffect(() => {
    isWaiting.current = false;
    const isNew = isForeign && marked.current !== latestId;
    if (!isReading || (unreadMessages === 0 && !wasMarkedUnread.current && !isNew)) return;
    isWaiting.current = true;
    const timer = setTimeout(() => {
      isWaiting.current = false;
      marked.current = latestId;
      wasMarkedUnread.current = false;
      changeConversation(cache, id, viewerId, (one) =>
        one.unreadMessages === 0 && !one.markedUnread ? one : { ...one, ...READ },
      );
      sendReadMark(cache, id, latestRef.current);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [cache, id, viewerId, isReading, unreadMessages, isForeign, latestId]);
  useEffect(
    () => () => {
      if (isWaiting.current) sendReadMark(cache, id, latestRef.current);
    },
    [cache, id],
  );
}

/** Without a connection the mark is queued; it covers the messages up to the latest one seen. */
function sendReadMark(cache: QueryClient, conversationId: string, latest: Message | null): void {
  if (!isOnline()) {
    const path = withQuery(readPath(conversationId), { upTo: latest?.timestamp });
    void queueRequest(cache, { kind: "read-mark", path, body: {} });
    return;
  }
  markRead(conversationId)
    .then(() => invalidateCounts(cache))
    // If the request is lost, the count reappears with the next load.
    .catch(() => undefined);
}

const READ = { unreadMessages: 0, markedUnread: false, firstUnreadId: null };

function subscribe(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}

function readVisibility(): boolean {
  return document.visibilityState !== "hidden";
}
