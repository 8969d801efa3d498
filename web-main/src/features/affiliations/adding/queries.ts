import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "@guildhall/web-kit/api/client.ts";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import { firstPage } from "@guildhall/web-kit/api/loading.ts";
import type { AffiliationRequest, NewAffiliation, Page } from "@guildhall/web-kit/api/types.ts";

/** The viewer's requests for new affiliations, newest first. */
export const ownAdditionsQuery = infiniteQueryOptions({
  queryKey: keys.ownNewAffiliations,
  queryFn: ({ pageParam, signal }) =>
    call<Page<AffiliationRequest>>("GET", "/api/affiliation-requests", {
      signal,
      query: { type: "new", cursor: pageParam, limit: 20 },
    }),
  initialPageParam: firstPage,
  getNextPageParam: (last) => last.nextCursor,
});

/** Requests a new affiliation. */
export const requestAddition = (requested: NewAffiliation, idempotencyKey: string) =>
  call<AffiliationRequest>("POST", "/api/affiliation-requests", {
    body: requested,
    idempotencyKey,
  });
