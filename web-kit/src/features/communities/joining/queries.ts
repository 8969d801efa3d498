import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { firstPage } from "../../../api/loading.ts";
import type { JoinRequest, Page } from "../../../api/types.ts";

/** The viewer's pending requests. */
export const ownRequestsQuery = infiniteQueryOptions({
  queryKey: keys.ownJoinRequests,
  queryFn: ({ pageParam, signal }) =>
    call<Page<JoinRequest>>("GET", "/api/me/join-requests", {
      signal,
      query: { status: "pending", cursor: pageParam, limit: 20 },
    }),
  initialPageParam: firstPage,
  getNextPageParam: (last) => last.nextCursor,
});

/** The viewer's latest requests in any state. */
export const latestRequestsQuery = queryOptions({
  queryKey: [...keys.ownJoinRequests, "latest"],
  queryFn: ({ signal }) =>
    call<Page<JoinRequest>>("GET", "/api/me/join-requests", { signal, query: { limit: 20 } }),
});

export function sendRequest(communityId: string, message: string, idempotencyKey: string) {
  return call<JoinRequest>("POST", `/api/communities/${communityId}/join-requests`, {
    body: { message },
    idempotencyKey,
  });
}

export function withdrawRequest(requestId: string) {
  return call<null>("DELETE", `/api/me/join-requests/${requestId}`);
}

/** Sends a join request to the community that has this code. */
export function joinByCode(code: string) {
  return call<JoinRequest>("POST", "/api/communities/join-by-code", { body: { code } });
}
