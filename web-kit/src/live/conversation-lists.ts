import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../api/keys.ts";
import type {
  Conversation,
  ConversationFilter,
  Message,
  MessageExcerpt,
} from "../api/message-types.ts";
import { updateCachedCount } from "./pending-updates.ts";
import { dropItems, type Pages } from "./reducers.ts";

const FILTERS: readonly ConversationFilter[] = ["inbox", "requests", "archived"];

/** Maximum characters of an excerpt, as on the server. */
const EXCERPT_MAX = 140;

/** True if a list with this filter contains the conversation. */
export function belongsIn(
  filter: ConversationFilter,
  conversation: Conversation,
  viewerId: string | null,
): boolean {
  if (conversation.archived) return filter === "archived";
  return filter === (isRequestTo(conversation, viewerId) ? "requests" : "inbox");
}

/** True if the conversation is a message request that the viewer has to answer. */
export function isRequestTo(conversation: Conversation, viewerId: string | null): boolean {
  return conversation.state === "requested" && conversation.ownerId !== viewerId;
}

/** Writes a conversation into its own entry and into the lists that contain it. */
export function placeConversation(
  cache: QueryClient,
  conversation: Conversation,
  viewerId: string | null,
): void {
  cache.setQueryData<Conversation>(keys.conversation(conversation.id), conversation);
  for (const filter of FILTERS) {
    const isIn = belongsIn(filter, conversation, viewerId);
    updateCachedCount<Pages<Conversation>>(cache, keys.conversationList(filter), (pages) =>
      isIn ? insertSorted(pages, conversation) : without(pages, conversation.id),
    );
  }
}

/** Removes a conversation that the viewer can no longer see from every list. */
export function dropConversation(cache: QueryClient, conversationId: string): void {
  for (const filter of FILTERS) {
    updateCachedCount<Pages<Conversation>>(cache, keys.conversationList(filter), (pages) =>
      without(pages, conversationId),
    );
  }
}

/** A conversation from its own entry or from a list; undefined if it is not cached. */
export function cachedConversation(
  cache: QueryClient,
  conversationId: string,
): Conversation | undefined {
  const own = cache.getQueryData<Conversation>(keys.conversation(conversationId));
  if (own !== undefined) return own;
  for (const filter of FILTERS) {
    const pages = cache.getQueryData<Pages<Conversation>>(keys.conversationList(filter));
    const items = pages?.pages.flatMap((page) => page.items) ?? [];
    const found = items.find(({ id }) => id === conversationId);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Sorts by the latest message. A conversation older than all loaded ones stays out. */
export function insertSorted(
  pages: Pages<Conversation>,
  conversation: Conversation,
): Pages<Conversation> {
  const all = without(pages, conversation.id);
  const hasMore = (pages.pages.at(-1)?.nextCursor ?? null) !== null;
  let isPlaced = false;
  const next = all.pages.map((page, index) => {
    if (isPlaced) return page;
    const later = page.items.findIndex((one) => updatedAt(one) <= updatedAt(conversation));
    const isLast = index === all.pages.length - 1;
    if (later === -1 && (!isLast || hasMore)) return page;
    isPlaced = true;
    const items = [...page.items];
    items.splice(later === -1 ? items.length : later, 0, conversation);
    return { ...page, items };
  });
  return { ...all, pages: next };
}

function updatedAt({ lastUpdated }: Conversation): number {
  return Date.parse(lastUpdated);
}

function without(pages: Pages<Conversation>, conversationId: string): Pages<Conversation> {
  return dropItems(pages, (one) => one.id === conversationId);
}

/** The short view of a message in lists and quotes. */
export function excerptOf(message: Message): MessageExcerpt {
  const { id, kind, senderId, timestamp, deleted, content, images } = message;
  return {
    id,
    kind,
    senderId,
    timestamp,
    deleted,
    imageCount: images.length,
    excerpt: Array.from(content.slice(0, 2 * EXCERPT_MAX))
      .slice(0, EXCERPT_MAX)
      .join(""),
  };
}
