import type { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { withQuery } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import type { Page, Thread } from "../../api/types.ts";
import { changeViewer } from "../../live/change-community.ts";
import { mapItems, type Pages } from "../../live/reducers.ts";
import { queueRequest } from "../../offline/page-queue.ts";
import { isOnline } from "../../ui/use-online.ts";
import { markRead, readPath } from "./queries.ts";

/**
 * Keeps the threads' unread marks across a reload. The server clears them as soon as the community
 * is visited, but the reader needs each one until its thread was opened.
 */
export function preserveUnread(
  page: Page<Thread>,
  cached: Pages<Thread> | undefined,
): Page<Thread> {
  if (cached === undefined) return page;
  const before = new Map(
    cached.pages.flatMap(({ items }) =>
      items.map((item) => [item.id, item.unreadMessages] as const),
    ),
  );
  return {
    ...page,
    items: page.items.map((item) => ({
      ...item,
      unreadMessages: Math.max(item.unreadMessages, before.get(item.id) ?? 0),
    })),
  };
}

/** Clears a thread's unread mark when the reader leaves it. */
export function clearUnread(cache: QueryClient, communityId: string, threadId: string): void {
  cache.setQueryData<Pages<Thread>>(
    keys.threads(communityId),
    (pages) =>
      pages &&
      mapItems(pages, (item) =>
        item.id === threadId && item.unreadMessages > 0 ? { ...item, unreadMessages: 0 } : item,
      ),
  );
}

const SETTLE_MS = 1000;

/** Marks the community as read on the server: on the visit, and as posts arrive during it. */
export function useMarkRead(
  cache: QueryClient,
  community: { id: string; unread: number; latest: string },
): void {
  const { id, unread, latest } = community;
  useEffect(() => {
    if (unread === 0 && readUpTo.get(id) === latest) return;
    if (unread === 0 && !readUpTo.has(id)) {
      readUpTo.set(id, latest);
      return;
    }
    let timer: ReturnType<typeof setTimeout> | null = null;
    const read = () => {
      if (document.visibilityState === "hidden") return;
      timer = setTimeout(() => {
        readUpTo.set(id, latest);
        changeViewer(cache, id, { unread: 0 });
        if (!isOnline()) {
          const path = withQuery(readPath(id), { upTo: latest === "" ? null : latest });
          void queueRequest(cache, { kind: "read-mark", path, body: {} });
          return;
        }
        markRead(id)
          .then(() => cache.invalidateQueries({ queryKey: keys.badges }))
          // If the request is lost, the count only reappears with the next load.
          .catch(() => undefined);
      }, SETTLE_MS);
    };
    read();
    document.addEventListener("visibilitychange", read);
    return () => {
      if (timer !== null) clearTimeout(timer);
      document.removeEventListener("visibilitychange", read);
    };
  }, [cache, id, unread, latest]);
}

const readUpTo = new Map<string, string>();
