import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { firstPage } from "../../api/loading.ts";
import type {
  Conversation,
  ConversationFilter,
  ConversationSummary,
  Message,
  MessageHit,
  MessagePage,
  MessagePosition,
  NewMessage,
  OwnConversationChange,
  Presence,
} from "../../api/message-types.ts";
import type { Page } from "../../api/types.ts";
import { setPresence } from "../../live/conversations.ts";
import type { UnsentMessage } from "./outbox.ts";

const CONVERSATIONS_PAGE = 25;
const MESSAGES_PAGE = 50;
const PRESENCE_MS = 60_000;

const path = (conversationId: string) => `/api/conversations/${conversationId}`;
const messagePath = ({ conversationId, id }: Pick<Message, "conversationId" | "id">) =>
  `${path(conversationId)}/messages/${id}`;

/** Conversations by latest message. */
export const conversationsQuery = (filter: ConversationFilter) =>
  infiniteQueryOptions({
    queryKey: keys.conversationList(filter),
    queryFn: ({ pageParam, signal }) =>
      call<Page<Conversation>>("GET", "/api/conversations", {
        signal,
        query: {
          archived: filter === "archived" || null,
          requests: filter === "requests" || null,
          cursor: pageParam,
          limit: CONVERSATIONS_PAGE,
        },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
  });

export const conversationQuery = (conversationId: string) =>
  queryOptions({
    queryKey: keys.conversation(conversationId),
    queryFn: ({ signal }) => call<Conversation>("GET", path(conversationId), { signal }),
  });

/** The messages around one of them, or the newest ones. Further pages are older, previous newer. */
export const messagesQuery = (conversationId: string, around: string | null) =>
  infiniteQueryOptions({
    queryKey: keys.messageWindow(conversationId, around),
    queryFn: ({ pageParam, signal }) =>
      call<MessagePage>("GET", `${path(conversationId)}/messages`, {
        signal,
        query: { ...toQuery(pageParam), limit: MESSAGES_PAGE },
      }),
    initialPageParam: firstPosition(around),
    getNextPageParam: ({ nextCursor }): MessagePosition =>
      nextCursor === null ? null : { older: nextCursor },
    getPreviousPageParam: ({ previousCursor }): MessagePosition =>
      previousCursor === null ? null : { newer: previousCursor },
  });

function firstPosition(around: string | null): MessagePosition {
  return around === null ? null : { around };
}

function toQuery(position: MessagePosition): Record<string, string> {
  if (position === null) return {};
  if ("around" in position) return { around: position.around };
  return "older" in position ? { cursor: position.older } : { after: position.newer };
}

/** Presence of a person, read once a minute in addition to the live events, of which some may be lost. */
export const presenceQuery = (userId: string) =>
  queryOptions({
    queryKey: keys.presence(userId),
    queryFn: async ({ signal, client }) => {
      const { items } = await call<{ items: Presence[] }>("GET", "/api/presence", {
        signal,
        query: { userIds: userId },
      });
      for (const presence of items) setPresence(client, presence);
      return items;
    },
    refetchInterval: PRESENCE_MS,
    staleTime: PRESENCE_MS,
    retry: false,
  });

/** Numbers of unread conversations and of open message requests. */
export const summaryQuery = queryOptions({
  queryKey: keys.conversationSummary,
  queryFn: ({ signal }) =>
    call<ConversationSummary>("GET", "/api/conversations/summary", { signal }),
  retry: false,
});

/** Conversations with a person or a group of this name. */
export const peopleSearchQuery = (q: string) =>
  queryOptions({
    queryKey: [...keys.conversationSearch, "people", q],
    queryFn: ({ signal }) =>
      call<Page<Conversation>>("GET", "/api/conversations", { signal, query: { q, limit: 10 } }),
    staleTime: 10_000,
  });

/** Messages with these words, newest first. */
export const messageSearchQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.conversationSearch, "messages", q],
    queryFn: ({ pageParam, signal }) =>
      call<Page<MessageHit>>("GET", "/api/conversations/search", {
        signal,
        query: { q, cursor: pageParam, limit: 20 },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
    staleTime: 10_000,
  });

/** Starts a conversation, or returns the existing one with the same person. */
export function createConversation(
  participantIds: readonly string[],
  title: string | null,
  idempotencyKey: string,
): Promise<Conversation> {
  return call<Conversation>("POST", "/api/conversations", {
    idempotencyKey,
    body: { participantIds, ...(title !== null && { title }) },
  });
}

/** The request that sends a message. */
export function sendMessageRequest(message: UnsentMessage): { path: string; body: NewMessage } {
  const { conversationId, content, replyTo, images } = message;
  return {
    path: `${path(conversationId)}/messages`,
    body: {
      content,
      ...(replyTo !== null && { replyToId: replyTo.id }),
      ...(images.length > 0 && { imageIds: images.map(({ id }) => id) }),
    },
  };
}

export const editMessage = (message: Message, content: string) =>
  call<Message>("PATCH", messagePath(message), { body: { content } });

export const deleteMessage = (message: Message) => call<Message>("DELETE", messagePath(message));

export const reactionPath = (message: Message) => `${messagePath(message)}/reactions`;

export const toggleReaction = (message: Message, emoji: string) =>
  call<Message>("POST", reactionPath(message), { body: { emoji } });

/** Reports a message to staff. */
export const reportMessage = (message: Message, reason: string, idempotencyKey: string) =>
  call<unknown>("POST", `${messagePath(message)}/report`, { body: { reason }, idempotencyKey });

export const readPath = (conversationId: string) => `${path(conversationId)}/read`;

export const markRead = (conversationId: string) =>
  call<Conversation>("POST", readPath(conversationId));

export const sendTyping = (conversationId: string) =>
  call<null>("POST", `${path(conversationId)}/typing`);

export const changeOwn = (conversationId: string, change: OwnConversationChange) =>
  call<Conversation>("PATCH", path(conversationId), { body: change });

export const answerRequest = (conversationId: string, answer: "accept" | "decline") =>
  call<Conversation>("POST", `${path(conversationId)}/${answer}`);

export const renameGroup = (conversationId: string, title: string) =>
  call<Conversation>("PUT", `${path(conversationId)}/title`, { body: { title } });

export const addPeople = (conversationId: string, userIds: readonly string[]) =>
  call<Conversation>("POST", `${path(conversationId)}/participants`, { body: { userIds } });

export const leaveGroup = (conversationId: string) =>
  call<null>("DELETE", `${path(conversationId)}/participants/me`);

/** The endpoint that stores pictures for future messages. */
export const messagePicturesEndpoint = (conversationId: string) => `${path(conversationId)}/images`;
