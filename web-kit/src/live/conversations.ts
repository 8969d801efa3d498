import type { QueryClient } from "@tanstack/react-query";
import { call } from "../api/client.ts";
import { keys } from "../api/keys.ts";
import type { Conversation, Message, Presence, Receipt } from "../api/message-types.ts";
import { ProblemError } from "../api/problem.ts";
import { serverNow } from "../api/server-clock.ts";
import {
  cachedConversation,
  dropConversation,
  excerptOf,
  placeConversation,
} from "./conversation-lists.ts";
import { cancelDelivered, markDelivered } from "./delivered.ts";
import type { MessageEvent } from "./message-events.ts";
import { addMessage, changeMessages, replaceMessage } from "./message-pages.ts";
import { hideTyping, showTyping } from "./typing.ts";
import { isReading } from "./viewing.ts";

type MessageSent = Extract<MessageEvent, { message: Message }>;

/** Applies events of conversations to the query cache. */
export function applyMessage(
  cache: QueryClient,
  event: MessageEvent,
  viewerId: string | null,
): void {
  switch (event.type) {
    case "message.created":
      addToConversation(cache, event, viewerId);
      return;
    case "message.updated":
      updateMessage(cache, event, viewerId);
      return;
    case "conversation.changed":
      refreshConversation(cache, event.conversationId, viewerId);
      return;
    case "conversation.left":
      removeConversation(cache, event.conversationId);
      return;
    case "conversation.receipts":
      changeConversation(cache, event.conversationId, viewerId, (one) => ({
        ...one,
        receipts: mergeReceipt(one.receipts, event),
      }));
      return;
    case "conversation.typing":
      if (event.userId !== viewerId) showTyping(event.conversationId, event.userId);
      return;
    case "presence.changed":
      setPresence(cache, { ...event, lastActiveAt: new Date(serverNow()).toISOString() });
  }
}

function addToConversation(
  cache: QueryClient,
  { conversationId, message }: MessageSent,
  viewerId: string | null,
): void {
  if (leaving.has(conversationId)) return;
  const isOwn = message.senderId === viewerId;
  changeMessages(cache, conversationId, (pages) => addMessage(pages, message));
  if (message.senderId !== null) hideTyping(conversationId, message.senderId);
  if (!isOwn) markDelivered(conversationId, message.id);
  const cached = cachedConversation(cache, conversationId);
  if (cached === undefined) {
    refreshConversation(cache, conversationId, viewerId);
    return;
  }
  if (isApplied(cached, message)) return;
  const isUnread = !isOwn && !isReading(conversationId);
  placeConversation(cache, withMessage(cached, message, isUnread), viewerId);
  invalidateCounts(cache);
}

/** The same message arrives as an event and as the answer to its own request. */
function isApplied({ lastMessage }: Conversation, message: Message): boolean {
  return (
    lastMessage !== null &&
    (lastMessage.id === message.id || lastMessage.timestamp > message.timestamp)
  );
}

/** The conversation with a new last message. */
export function withMessage(
  conversation: Conversation,
  message: Message,
  isUnread: boolean,
): Conversation {
  const { unreadMessages, messageCount, firstUnreadId } = conversation;
  return {
    ...conversation,
    lastMessage: excerptOf(message),
    lastUpdated: message.timestamp,
    messageCount: messageCount + 1,
    unreadMessages: unreadMessages + (isUnread ? 1 : 0),
    firstUnreadId: isUnread ? (firstUnreadId ?? message.id) : firstUnreadId,
    // A declined request stays archived.
    archived: conversation.archived && conversation.state === "declined",
  };
}

function updateMessage(
  cache: QueryClient,
  { conversationId, message }: MessageSent,
  viewerId: string | null,
): void {
  changeMessages(cache, conversationId, (pages) => replaceMessage(pages, message));
  changeConversation(cache, conversationId, viewerId, (one) =>
    one.lastMessage?.id === message.id ? { ...one, lastMessage: excerptOf(message) } : one,
  );
}

/** Changes a cached conversation in its own entry and in the lists. */
export function changeConversation(
  cache: QueryClient,
  conversationId: string,
  viewerId: string | null,
  change: (conversation: Conversation) => Conversation,
): void {
  const cached = cachedConversation(cache, conversationId);
  if (cached === undefined) return;
  const after = change(cached);
  if (after !== cached) placeConversation(cache, after, viewerId);
}

function mergeReceipt(
  receipts: readonly Receipt[],
  told: Extract<MessageEvent, { type: "conversation.receipts" }>,
): Receipt[] {
  const before = receipts.find((one) => one.userId === told.userId);
  const others = receipts.filter((one) => one.userId !== told.userId);
  return [
    ...others,
    {
      userId: told.userId,
      deliveredAt: told.deliveredAt ?? before?.deliveredAt ?? null,
      seenAt: told.seenAt ?? before?.seenAt ?? null,
    },
  ];
}

/** Updates a person in the open conversations that show their presence. */
export function setPresence(cache: QueryClient, { userId, online, lastActiveAt }: Presence): void {
  cache.setQueriesData<Conversation>(
    { queryKey: keys.openConversations },
    (one) =>
      one && {
        ...one,
        presence: one.presence.map((person) =>
          person.userId === userId ? { userId, online, lastActiveAt } : person,
        ),
      },
  );
}

/** Conversations that this tab is leaving, whose screen closes by itself. */
const leaving = new Set<string>();

/** Leaves a conversation with `send`, while its live event must not reload the open screen. */
export async function leaveConversation(
  conversationId: string,
  send: () => Promise<unknown>,
): Promise<void> {
  leaving.add(conversationId);
  try {
    await send();
  } finally {
    leaving.delete(conversationId);
  }
}

/** Removes a conversation that the viewer has left. A tab that shows it reports that it is gone. */
function removeConversation(cache: QueryClient, conversationId: string): void {
  forgetConversation(cache, conversationId);
  if (leaving.has(conversationId)) return;
  void cache.invalidateQueries({ queryKey: keys.conversation(conversationId) });
}

/** Drops the cached data of a conversation, without requesting it again. */
export function forgetConversation(cache: QueryClient, conversationId: string): void {
  dropConversation(cache, conversationId);
  cancelDelivered(conversationId);
  for (const queryKey of [keys.conversation(conversationId), keys.messages(conversationId)]) {
    // A mounted screen would request removed data again.
    cache.removeQueries({ queryKey, type: "inactive" });
    void cache.invalidateQueries({ queryKey, refetchType: "none" });
  }
  invalidateCounts(cache);
}

/** Conversations that are being read again, and those that changed meanwhile. */
const refreshing = new Map<string, { isOutdated: boolean }>();

/**
 * Reads a conversation again and puts it into the lists. One that is no longer visible is removed.
 */
export function refreshConversation(
  cache: QueryClient,
  conversationId: string,
  viewerId: string | null,
): void {
  if (leaving.has(conversationId)) return;
  const active = refreshing.get(conversationId);
  if (active !== undefined) {
    active.isOutdated = true;
    return;
  }
  const started = { isOutdated: false };
  refreshing.set(conversationId, started);
  void readConversation(cache, conversationId, viewerId).finally(() => {
    refreshing.delete(conversationId);
    if (started.isOutdated) refreshConversation(cache, conversationId, viewerId);
  });
}

async function readConversation(
  cache: QueryClient,
  conversationId: string,
  viewerId: string | null,
): Promise<void> {
  try {
    const found = await call<Conversation>("GET", `/api/conversations/${conversationId}`);
    placeConversation(cache, found, viewerId);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.status !== 404) {
      void cache.invalidateQueries({ queryKey: keys.conversationLists });
    } else {
      dropConversation(cache, conversationId);
      void cache.invalidateQueries({ queryKey: keys.conversation(conversationId) });
    }
  }
  invalidateCounts(cache);
}

const COUNTS_PAUSE_MS = 300;
const countTimers = new WeakMap<QueryClient, ReturnType<typeof setTimeout>>();

/** Reads the badges again, once for changes that follow each other quickly. */
export function invalidateCounts(cache: QueryClient): void {
  clearTimeout(countTimers.get(cache));
  const timer = setTimeout(() => {
    void cache.invalidateQueries({ queryKey: keys.badges });
    void cache.invalidateQueries({ queryKey: keys.conversationSummary });
  }, COUNTS_PAUSE_MS);
  countTimers.set(cache, timer);
}
