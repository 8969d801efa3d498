import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { firstPage } from "../../../api/loading.ts";
import type { AffiliationDesk, AffiliationTicket } from "../../../api/support-affiliation-types.ts";
import type {
  NewTicketMessage,
  TicketMessage,
  TicketMessagePage,
  TicketStatus,
} from "../../../api/support-types.ts";
import type { Page } from "../../../api/types.ts";
import { REFRESH_MS } from "../queries.ts";

const MESSAGES = 200;

const root = (affiliationId: string) => `/api/affiliations/${affiliationId}/support`;
const ticketPath = (affiliationId: string, id: string) => `${root(affiliationId)}/tickets/${id}`;

export const affiliationDeskQuery = (affiliationId: string) =>
  queryOptions({
    queryKey: [...keys.affiliationSupport, affiliationId, "desk"],
    queryFn: ({ signal }) => call<AffiliationDesk>("GET", root(affiliationId), { signal }),
  });

export interface AffiliationTicketFilter {
  q: string;
  /** Empty for all. */
  status: string;
}

export const affiliationTicketsQuery = (affiliationId: string, filter: AffiliationTicketFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys.affiliationSupport, affiliationId, "tickets", filter],
    queryFn: ({ pageParam, signal }) =>
      call<Page<AffiliationTicket>>("GET", `${root(affiliationId)}/tickets`, {
        signal,
        query: { q: filter.q || null, status: filter.status || null, cursor: pageParam },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
    refetchInterval: REFRESH_MS,
  });

export const affiliationTicketQuery = (affiliationId: string, id: string) =>
  queryOptions({
    queryKey: [...keys.affiliationSupport, affiliationId, "ticket", id],
    queryFn: ({ signal }) =>
      call<AffiliationTicket>("GET", ticketPath(affiliationId, id), { signal }),
  });

export const affiliationMessagesQuery = (affiliationId: string, id: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.affiliationSupport, affiliationId, "messages", id],
    queryFn: ({ pageParam, signal }) =>
      call<TicketMessagePage>("GET", `${ticketPath(affiliationId, id)}/messages`, {
        signal,
        query: { cursor: pageParam, limit: MESSAGES },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
    refetchInterval: REFRESH_MS,
  });

export const changeAffiliationTicket = (
  affiliationId: string,
  id: string,
  body: { version: number; status: TicketStatus },
) => call<AffiliationTicket>("PATCH", ticketPath(affiliationId, id), { body });

export const sendAffiliationMessage = (
  affiliationId: string,
  id: string,
  body: NewTicketMessage,
  idempotencyKey: string,
) =>
  call<TicketMessage>("POST", `${ticketPath(affiliationId, id)}/messages`, {
    body,
    idempotencyKey,
  });

/** Gives a ticket to platform staff; the affiliation does not see it any more. */
export const escalateTicket = (
  affiliationId: string,
  id: string,
  body: { version: number; reason: string },
) => call<null>("POST", `${ticketPath(affiliationId, id)}/escalation`, { body });
