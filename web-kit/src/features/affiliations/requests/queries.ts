import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { firstPage } from "../../../api/loading.ts";
import type { AffiliationRequest, AffiliationRequestStatus, Page } from "../../../api/types.ts";

const at = (affiliationId: string) => `/api/affiliations/${affiliationId}/requests`;

/** Those who ask to belong, or asked, the newest first. */
export const requestsQuery = (affiliationId: string, status: AffiliationRequestStatus) =>
  infiniteQueryOptions({
    queryKey: [...keys.affiliationRequests(affiliationId), status],
    queryFn: ({ pageParam, signal }) =>
      call<Page<AffiliationRequest>>("GET", at(affiliationId), {
        signal,
        query: { status, cursor: pageParam, limit: 20 },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
  });

export const approveRequest = ({ affiliationId, id }: AffiliationRequest) =>
  call<AffiliationRequest>("POST", `${at(affiliationId)}/${id}/approve`, { body: {} });

export interface Rejection {
  rejectionReason: string;
  notes: string;
}

export const rejectRequest = ({ affiliationId, id }: AffiliationRequest, said: Rejection) =>
  call<AffiliationRequest>("POST", `${at(affiliationId)}/${id}/reject`, { body: said });

/** A request was answered: it stands in another list, and the affiliation may have a member more. */
export function requestAnswered(cache: QueryClient, affiliationId: string): Promise<unknown> {
  const shown = [
    keys.affiliationRequests(affiliationId),
    keys.openAffiliations,
    keys.affiliations,
    ["affiliations", "members", affiliationId],
  ];
  return Promise.all(shown.map((queryKey) => cache.invalidateQueries({ queryKey })));
}
