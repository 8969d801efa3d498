import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "@guildhall/web-kit/api/client.ts";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import type {
  CannedAnswer,
  ChatChange,
  ChatSwitches,
  NewStaffMessage,
  Requester,
  StaffTicket,
  SupportActivity,
  SupportPresence,
  SupportStats,
  TeamMember,
  TicketChange,
} from "@guildhall/web-kit/api/support-staff-types.ts";
import type { AffiliationDeskSwitch } from "@guildhall/web-kit/api/support-affiliation-types.ts";
import type {
  ChatMessage,
  SupportConversation,
  TicketMessage,
} from "@guildhall/web-kit/api/support-types.ts";
import type { Page } from "@guildhall/web-kit/api/types.ts";

interface AffiliationDesks {
  items: AffiliationDeskSwitch[];
}

const ROOT = "/api/staff/support";
/** A page of the inbox (F-105). */
const INBOX = 20;
const MESSAGES = 200;
const CHAT_MESSAGES = 50;
const REFRESH_MS = 30_000;
/** Staff count as available while they send this; also on each change of the open item. */
const PRESENCE_MS = 45_000;

type Query = Record<string, string | number | null | undefined>;

function pagesQuery<Item>(name: string, path: string, query: Query = {}) {
  return infiniteQueryOptions({
    queryKey: [...keys.supportDesk, name, path, query],
    queryFn: ({ signal, pageParam }) =>
      call<Page<Item>>("GET", `${ROOT}${path}`, { signal, query: { ...query, cursor: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: REFRESH_MS,
  });
}

function itemQuery<Item>(name: string, path: string, query: Query = {}) {
  return queryOptions({
    queryKey: [...keys.supportDesk, name, path, query],
    queryFn: ({ signal }) => call<Item>("GET", `${ROOT}${path}`, { signal, query }),
  });
}

/** The inbox, newest first; sets are separated with commas. */
export const inboxQuery = (filter: Query) =>
  pagesQuery<StaffTicket>("inbox", "/tickets", { ...filter, limit: INBOX });

export const staffTicketQuery = (id: string) => itemQuery<StaffTicket>("ticket", `/tickets/${id}`);

export const staffMessagesQuery = (id: string) =>
  pagesQuery<TicketMessage>("messages", `/tickets/${id}/messages`, { limit: MESSAGES });

export const requesterQuery = (id: string) =>
  itemQuery<Requester>("person", `/tickets/${id}/requester`);

/** The person who wrote a chat. */
export const chatRequesterQuery = (id: string) =>
  itemQuery<Requester>("person", `/conversations/${id}/requester`);

export const changeTicket = (id: string, body: TicketChange) =>
  call<StaffTicket>("PATCH", `${ROOT}/tickets/${id}`, { body });

/** Refused if the ticket is not at the version of the message any more. */
export const sendStaffMessage = (id: string, body: NewStaffMessage, idempotencyKey: string) =>
  call<TicketMessage>("POST", `${ROOT}/tickets/${id}/messages`, { body, idempotencyKey });

export const staffAttachmentsPath = (id: string) => `${ROOT}/tickets/${id}/attachments`;

export const mergeTickets = (id: string, version: number, duplicateIds: readonly string[]) =>
  call<StaffTicket>("POST", `${ROOT}/tickets/${id}/merge`, { body: { version, duplicateIds } });

export const statsQuery = (from: string, to: string) =>
  itemQuery<SupportStats>("stats", "/stats", { from: from || null, to: to || null });

export const statsFile = `${ROOT}/stats.csv`;

export const cannedAnswersQuery = itemQuery<{ items: CannedAnswer[] }>("canned", "/canned-answers");

export const saveCannedAnswer = (id: string | null, body: { title: string; body: string }) =>
  id === null
    ? call<CannedAnswer>("POST", `${ROOT}/canned-answers`, { body })
    : call<CannedAnswer>("PATCH", `${ROOT}/canned-answers/${id}`, { body });

export const deleteCannedAnswer = (id: string) =>
  call<null>("DELETE", `${ROOT}/canned-answers/${id}`);

/** A canned answer for a ticket, with its placeholders filled. */
export const fillCannedAnswer = (id: string, ticketId: string) =>
  call<{ message: string }>("GET", `${ROOT}/canned-answers/${id}/filled`, { query: { ticketId } });

/** The item that a member of staff has open. */
export type Subject = { ticketId: string } | { conversationId: string };

/** Reports what this member of staff has open, and returns who else has it open. */
export const presenceQuery = (subject: Subject | null) =>
  queryOptions({
    queryKey: [...keys.supportPresence, subject],
    queryFn: ({ signal }) =>
      call<SupportPresence>("POST", `${ROOT}/presence`, { signal, body: subject ?? {} }),
    refetchInterval: PRESENCE_MS,
    staleTime: 0,
    gcTime: 0,
  });

export const teamQuery = itemQuery<{ items: TeamMember[] }>("team", "/team");

export const activityQuery = (filter: Query) =>
  pagesQuery<SupportActivity>("activity", "/activity", filter);

export const chatsQuery = (filter: Query) =>
  pagesQuery<SupportConversation>("chats", "/conversations", { ...filter, limit: INBOX });

export const chatQuery = (id: string) =>
  itemQuery<SupportConversation>("chat", `/conversations/${id}`);

export const deskMessagesQuery = (id: string) =>
  pagesQuery<ChatMessage>("chat-messages", `/conversations/${id}/messages`, {
    limit: CHAT_MESSAGES,
  });

export const changeChat = (id: string, body: ChatChange) =>
  call<SupportConversation>("PATCH", `${ROOT}/conversations/${id}`, { body });

export const sendDeskMessage = (id: string, content: string, idempotencyKey: string) =>
  call<ChatMessage>("POST", `${ROOT}/conversations/${id}/messages`, {
    body: { content },
    idempotencyKey,
  });

export const markDeskRead = (id: string) =>
  call<SupportConversation>("POST", `${ROOT}/conversations/${id}/read`);

export const affiliationDesksQuery = itemQuery<AffiliationDesks>("desks", "/affiliation-desks");

export const switchAffiliationDesk = (affiliationId: string, enabled: boolean) =>
  call<AffiliationDesks>("PUT", `${ROOT}/affiliation-desks`, { body: { affiliationId, enabled } });

export const chatSwitchesQuery = itemQuery<ChatSwitches>("switches", "/chat-switches");

export const switchChat = (affiliationId: string | null, enabled: boolean) =>
  call<ChatSwitches>("PUT", `${ROOT}/chat-switches`, { body: { affiliationId, enabled } });
