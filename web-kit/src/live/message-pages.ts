import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { keys } from "../api/keys.ts";
import type { Message, MessagePage, MessagePosition } from "../api/message-types.ts";
import { updateCached } from "./pending-updates.ts";

/** The loaded messages: the page with the newest first; within a page the oldest message first. */
export type MessagePages = InfiniteData<MessagePage, MessagePosition>;

/** Changes every loaded window of a conversation. */
export function changeMessages(
  cache: QueryClient,
  conversationId: string,
  change: (pages: MessagePages) => MessagePages,
): void {
  const windows = cache.getQueryCache().findAll({ queryKey: keys.messages(conversationId) });
  for (const { queryKey } of windows) updateCached<MessagePages>(cache, queryKey, change);
}

/** True if no newer messages exist beyond the loaded ones. */
export function reachesNewest({ pages }: Pick<MessagePages, "pages">): boolean {
  return (pages[0]?.previousCursor ?? null) === null;
}

/**
 * Adds a message unless it is loaded. A window that does not reach the newest messages loads it
 * when the reader gets there.
 */
export function addMessage(data: MessagePages, message: Message): MessagePages {
  if (!reachesNewest(data) || hasMessage(data, message.id)) return data;
  const [newest, ...older] = data.pages;
  if (newest === undefined) return data;
  const later = newest.items.findIndex((item) => item.timestamp > message.timestamp);
  const items = [...newest.items];
  items.splice(later === -1 ? items.length : later, 0, message);
  return { ...data, pages: [{ ...newest, items }, ...older] };
}

/** Replaces a message, and its text in the messages that quote it. */
export function replaceMessage(data: MessagePages, message: Message): MessagePages {
  return mapMessages(data, (item) => {
    if (item.id === message.id) return newerOf(item, message);
    if (item.replyTo?.id !== message.id) return item;
    const { deleted, content } = message;
    const excerpt = deleted ? "" : content.slice(0, 140);
    return { ...item, replyTo: { ...item.replyTo, deleted, excerpt } };
  });
}

/** Events may arrive out of order: a deletion and the latest edit are kept. */
function newerOf(cached: Message, told: Message): Message {
  if (cached.deleted) return cached;
  if (!told.deleted && (cached.editedAt ?? "") > (told.editedAt ?? "")) return cached;
  // Only the answer to the sender's own request has the key.
  return { ...told, idempotencyKey: told.idempotencyKey ?? cached.idempotencyKey };
}

export function mapMessages(
  data: MessagePages,
  change: (message: Message) => Message,
): MessagePages {
  let changed = false;
  const pages = data.pages.map((page) => ({
    ...page,
    items: page.items.map((item) => {
      const after = change(item);
      changed ||= after !== item;
      return after;
    }),
  }));
  return changed ? { ...data, pages } : data;
}

export function hasMessage({ pages }: Pick<MessagePages, "pages">, id: string): boolean {
  return pages.some((page) => page.items.some((item) => item.id === id));
}
