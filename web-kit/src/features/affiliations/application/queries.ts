import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import type { AffiliationRequest, Page, Questionnaire } from "../../../api/types.ts";
import { isCachedAffiliation, type AffiliationView, PENDING_POLL_MS } from "../queries.ts";

/** The affiliation's questionnaire for applicants. */
export const questionnaireQuery = (affiliationId: string) =>
  queryOptions({
    queryKey: keys.questionnaire(affiliationId),
    queryFn: ({ signal }) =>
      call<Questionnaire>("GET", `/api/affiliations/${affiliationId}/questionnaire`, { signal }),
  });

/** The viewer's applications, newest first. */
export const ownRequestsQuery = queryOptions({
  queryKey: keys.ownAffiliationRequests,
  queryFn: ({ signal }) =>
    call<Page<AffiliationRequest>>("GET", "/api/affiliation-requests", {
      signal,
      query: { type: "join", limit: 100 },
    }),
  refetchInterval: ({ state }) =>
    state.data?.items.some(({ status }) => status === "pending") === true && PENDING_POLL_MS,
});

/** Answers by question id. */
export type Answers = Readonly<Record<string, string>>;

/** Applies for membership. This feature reports a lost session itself. */
export const sendRequest = (affiliationId: string, answers: Answers, idempotencyKey: string) =>
  call<AffiliationRequest>("POST", `/api/affiliations/${affiliationId}/requests`, {
    body: { answers },
    idempotencyKey,
    quiet: true,
  });

export const withdrawRequest = (requestId: string) =>
  call<null>("DELETE", `/api/affiliation-requests/${requestId}`);

/** Invalidates everything that shows whether the viewer has applied somewhere. */
export function invalidateOwnStatus(cache: QueryClient): Promise<unknown> {
  const shown = [keys.ownAffiliationRequests, keys.openAffiliations, keys.affiliations];
  return Promise.all(shown.map((queryKey) => cache.invalidateQueries({ queryKey })));
}

/**
 * Marks the application as pending in the cache, so that no page offers to apply while the reload
 * runs.
 */
export function markPending(cache: QueryClient, affiliationId: string): void {
  const waits = { requestPending: true, mayApply: false };
  cache.setQueriesData<AffiliationView>({ queryKey: keys.openAffiliations }, (cached) =>
    isCachedAffiliation(cached, affiliationId)
      ? { ...cached, viewer: { ...cached.viewer, ...waits } }
      : cached,
  );
}
