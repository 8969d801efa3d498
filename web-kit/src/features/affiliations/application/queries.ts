import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import type { AffiliationRequest, Page, Questionnaire } from "../../../api/types.ts";
import { isOf, type SeenAffiliation, WHILE_WAITING_MS } from "../queries.ts";

/** What the affiliation asks of those who want to belong. */
export const questionnaireQuery = (affiliationId: string) =>
  queryOptions({
    queryKey: keys.questionnaire(affiliationId),
    queryFn: ({ signal }) =>
      call<Questionnaire>("GET", `/api/affiliations/${affiliationId}/questionnaire`, { signal }),
  });

/** Where the viewer asked to belong, the newest first. */
export const ownRequestsQuery = queryOptions({
  queryKey: keys.ownAffiliationRequests,
  queryFn: ({ signal }) =>
    call<Page<AffiliationRequest>>("GET", "/api/affiliation-requests", {
      signal,
      query: { type: "join", limit: 100 },
    }),
  refetchInterval: ({ state }) =>
    state.data?.items.some(({ status }) => status === "pending") === true && WHILE_WAITING_MS,
});

/** By the ids of the questions. */
export type Answers = Readonly<Record<string, string>>;

/** Asks to belong. A lost session is told in this feature's own words. */
export const sendRequest = (affiliationId: string, answers: Answers, idempotencyKey: string) =>
  call<AffiliationRequest>("POST", `/api/affiliations/${affiliationId}/requests`, {
    body: { answers },
    idempotencyKey,
    quiet: true,
  });

export const withdrawRequest = (requestId: string) =>
  call<null>("DELETE", `/api/affiliation-requests/${requestId}`);

/** What shows whether the viewer asks to belong somewhere is read anew. */
export function ownStandingChanged(cache: QueryClient): Promise<unknown> {
  const shown = [keys.ownAffiliationRequests, keys.openAffiliations, keys.affiliations];
  return Promise.all(shown.map((queryKey) => cache.invalidateQueries({ queryKey })));
}

/** A request was taken: no page offers to ask again while it is read anew how the viewer stands. */
export function markPending(cache: QueryClient, affiliationId: string): void {
  const waits = { requestPending: true, mayApply: false };
  cache.setQueriesData<SeenAffiliation>({ queryKey: keys.openAffiliations }, (held) =>
    isOf(held, affiliationId) ? { ...held, viewer: { ...held.viewer, ...waits } } : held,
  );
}
