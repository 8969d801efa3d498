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

/** Where requests are answered: by those who look after an affiliation, or by staff for all of them. */
export interface Desk {
  path: string;
  /** Where its lists are kept. */
  key: readonly string[];
}

/** The desk of one affiliation's admins. */
export const deskOf = (affiliationId: string): Desk => ({
  path: `/api/affiliations/${affiliationId}/requests`,
  key: keys.affiliationRequests(affiliationId),
});

/** The desk of staff; theirs alone answers those for new affiliations. */
export const staffDesk: Desk = {
  path: "/api/staff/affiliation-requests",
  key: keys.allAffiliationRequests,
};

/** The requests of a desk, the newest first: of one type, or of every one that it has. */
export const requestsQuery = (
  { path, key }: Desk,
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

export const approveRequest = ({ path }: Desk, { id }: AffiliationRequest) =>
  call<AffiliationRequest>("POST", `${path}/${id}/approve`, { body: {} });

export interface Rejection {
  rejectionReason: string;
  notes: string;
}

export const rejectRequest = ({ path }: Desk, { id }: AffiliationRequest, said: Rejection) =>
  call<AffiliationRequest>("POST", `${path}/${id}/reject`, { body: said });

/** Deletes a request, whatever became of it (F-008): for staff, at the desk of theirs. */
export const deleteRequest = ({ id }: AffiliationRequest) =>
  call<null>("DELETE", `${staffDesk.path}/${id}`);

/** A request was answered or is gone: it stands in another list, and its affiliation is new or may have a member more. */
export function requestAnswered(
  cache: QueryClient,
  { affiliationId }: AffiliationRequest,
): Promise<unknown> {
  const itsOwn =
    affiliationId === null
      ? []
      : [keys.affiliationRequests(affiliationId), ["affiliations", "members", affiliationId]];
  const shown = [
    ...itsOwn,
    keys.allAffiliationRequests,
    keys.staffOverview,
    keys.openAffiliations,
    keys.affiliations,
  ];
  return Promise.all(shown.map((queryKey) => cache.invalidateQueries({ queryKey })));
}
