import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { firstPage } from "../../api/loading.ts";
import type {
  ChatMessage,
  ChatMessagePage,
  ConversationPage,
  NewSupportConversation,
  NewTicket,
  NewTicketMessage,
  SupportAttachment,
  SupportConversation,
  SupportOverview,
  Ticket,
  TicketMessage,
  TicketMessagePage,
  TicketPage,
} from "../../api/support-types.ts";
import { upload, type UploadOptions } from "../../api/upload.ts";

/** The member's list asks for 50 at a time (F-097). */
const TICKETS = 50;
const MESSAGES = 200;
const CHAT_MESSAGES = 50;
/** A ticket's thread is refreshed this often, unless a message is being sent (F-102). */
export const REFRESH_MS = 30_000;

export const overviewQuery = queryOptions({
  queryKey: keys.supportOverview,
  queryFn: ({ signal }) => call<SupportOverview>("GET", "/api/support/overview", { signal }),
  refetchInterval: REFRESH_MS,
});

/** The viewer's own tickets, newest first; an empty status means all. */
export const ticketsQuery = (status: string) =>
  infiniteQueryOptions({
    queryKey: keys.supportTickets(status),
    queryFn: ({ pageParam, signal }) =>
      call<TicketPage>("GET", "/api/support/tickets", {
        signal,
        query: { status: status === "" ? null : status, cursor: pageParam, limit: TICKETS },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
    refetchInterval: REFRESH_MS,
  });

export const ticketQuery = (id: string) =>
  queryOptions({
    queryKey: keys.supportTicket(id),
    queryFn: ({ signal }) => call<Ticket>("GET", `/api/support/tickets/${id}`, { signal }),
  });

/** A ticket's messages, oldest first. */
export const ticketMessagesQuery = (id: string, sending: boolean) =>
  infiniteQueryOptions({
    queryKey: keys.supportTicketMessages(id),
    queryFn: ({ pageParam, signal }) =>
      call<TicketMessagePage>("GET", `/api/support/tickets/${id}/messages`, {
        signal,
        query: { cursor: pageParam, limit: MESSAGES },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
    refetchInterval: sending ? false : REFRESH_MS,
  });

export const createTicket = (body: NewTicket, idempotencyKey: string) =>
  call<Ticket>("POST", "/api/support/tickets", { body, idempotencyKey });

export const sendTicketMessage = (id: string, body: NewTicketMessage, idempotencyKey: string) =>
  call<TicketMessage>("POST", `/api/support/tickets/${id}/messages`, { body, idempotencyKey });

export const closeTicket = (id: string) => call<Ticket>("POST", `/api/support/tickets/${id}/close`);

/** Endpoint of a ticket's attachments, for its owner. */
export const attachmentsPath = (ticketId: string) => `/api/support/tickets/${ticketId}/attachments`;

export function uploadAttachment(path: string, file: File, options: UploadOptions) {
  const form = new FormData();
  form.set("file", file);
  return upload<SupportAttachment>(path, form, options);
}

export const deleteAttachment = (path: string, id: string) => call<null>("DELETE", `${path}/${id}`);

export const conversationsQuery = infiniteQueryOptions({
  queryKey: keys.supportConversations,
  queryFn: ({ pageParam, signal }) =>
    call<ConversationPage>("GET", "/api/support/conversations", {
      signal,
      query: { cursor: pageParam, limit: TICKETS },
    }),
  initialPageParam: firstPage,
  getNextPageParam: (last) => last.nextCursor,
});

export const conversationQuery = (id: string) =>
  queryOptions({
    queryKey: keys.supportConversation(id),
    queryFn: ({ signal }) =>
      call<SupportConversation>("GET", `/api/support/conversations/${id}`, { signal }),
  });

/** A chat's messages: the newest page first, oldest first within a page. */
export const chatMessagesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: keys.supportChatMessages(id),
    queryFn: ({ pageParam, signal }) =>
      call<ChatMessagePage>("GET", `/api/support/conversations/${id}/messages`, {
        signal,
        query: { cursor: pageParam, limit: CHAT_MESSAGES },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
    refetchInterval: REFRESH_MS,
  });

export const startChat = (body: NewSupportConversation, idempotencyKey: string) =>
  call<SupportConversation>("POST", "/api/support/conversations", { body, idempotencyKey });

export const sendChatMessage = (id: string, content: string, idempotencyKey: string) =>
  call<ChatMessage>("POST", `/api/support/conversations/${id}/messages`, {
    body: { content },
    idempotencyKey,
  });

export const markChatRead = (id: string) =>
  call<SupportConversation>("POST", `/api/support/conversations/${id}/read`);

export const endChat = (id: string) =>
  call<SupportConversation>("POST", `/api/support/conversations/${id}/end`);
