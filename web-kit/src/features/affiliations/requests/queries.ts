import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { firstPage } from "../../../api/loading.ts";
import type {
  AffiliationRequest,
  AffiliationRequestStatus,
  AffiliationRequestType,
  Page,
} from "../../../api/types.ts";

/** The API of a list of requests: one affiliation's for its admins, or all of them for staff. */
export interface ReviewScope {
  path: string;
  /** Query key of its lists. */
  key: readonly string[];
}

/** Requests of one affiliation, for its admins. */
export const affiliationReviewScope = (affiliationId: string): ReviewScope => ({
  path: `/api/affiliations/${affiliationId}/requests`,
  key: keys.affiliationRequests(affiliationId),
});

/** All requests, for staff, who alone answer those for new affiliations. */
export const staffReviewScope: ReviewScope = {
  path: "/api/staff/affiliation-requests",
  key: keys.allAffiliationRequests,
};

/** The requests of a desk, newest first, optionally of one type. */
export const requestsQuery = (
  { path, key }: ReviewScope,
  status: AffiliationRequestStatus,
  type: AffiliationRequestType | null = null,
) =>
  infiniteQueryOptions({
    queryKey: [...key, status, type],
    queryFn: ({ pageParam, signal }) =>
      call<Page<AffiliationRequest>>("GET", path, {
        signal,
        query: { status, type, cursor: pageParam, limit: 20 },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
  });

export const approveRequest = ({ path }: ReviewScope, { id }: AffiliationRequest) =>
  call<AffiliationRequest>("POST", `${path}/${id}/approve`, { body: {} });

export interface Rejection {
  rejectionReason: string;
  notes: string;
}

export const rejectRequest = ({ path }: ReviewScope, { id }: AffiliationRequest, said: Rejection) =>
  call<AffiliationRequest>("POST", `${path}/${id}/reject`, { body: said });

/** Deletes a request in any state (F-008), as staff. */
export const deleteRequest = ({ id }: AffiliationRequest) =>
  call<null>("DELETE", `${staffReviewScope.path}/${id}`);

/**
 * Invalidates the lists after a request was answered or deleted, and the affiliation, which may be
 * new or have another member.
 */
export function invalidateAfterAnswer(
  cache: QueryClient,
  { affiliationId }: AffiliationRequest,
): Promise<unknown> {
  const itsOwn =
    affiliationId === null
      ? []
      : [keys.affiliationRequests(affiliationId), keys.affiliationMembers(affiliationId)];
  const shown = [
    ...itsOwn,
    keys.allAffiliationRequests,
    keys.staffOverview,
    keys.openAffiliations,
    keys.affiliations,
  ];
  return Promise.all(shown.map((queryKey) => cache.invalidateQueries({ queryKey })));
}
