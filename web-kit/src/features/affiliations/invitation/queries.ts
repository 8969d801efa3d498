import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import type { Affiliation, Invitation, SentInvitation } from "../../../api/types.ts";
import { meQuery } from "../../accounts/queries.ts";
import { affiliationQuery } from "../queries.ts";

/** One of the viewer's invitations. */
export const invitationQuery = (id: string) =>
  queryOptions({
    queryKey: keys.invitation(id),
    queryFn: ({ signal }) => call<Invitation>("GET", `/api/invitations/${id}`, { signal }),
  });

/**
 * Ids of the invitations answered since this page was loaded, whether or not the answer was stored.
 */
export const answeredInvitationsQuery = queryOptions<string[]>({
  queryKey: keys.answeredInvitations,
  // Never fetched: the server does not know about answers that were lost.
  queryFn: ({ client }) => client.getQueryData<string[]>(keys.answeredInvitations) ?? [],
  initialData: [],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

export const viewInvitation = (id: string) => call<null>("POST", `/api/invitations/${id}/view`);

export const dismissInvitation = (id: string) =>
  call<null>("POST", `/api/invitations/${id}/dismiss`);

export const acceptInvitation = (id: string) => call<null>("POST", `/api/invitations/${id}/accept`);

/** Invites a user by id; for the affiliation's creator and staff. */
export const sendInvitation = (affiliationId: string, userId: string, idempotencyKey: string) =>
  call<SentInvitation>("POST", `/api/affiliations/${affiliationId}/invitations`, {
    body: { userId },
    idempotencyKey,
  });

/** After this the server returns the next pending invitation, or none. */
export function markInvitationSeen(cache: QueryClient, id: string): void {
  cache.setQueryData(meQuery.queryKey, (me) =>
    me?.pendingInvitation === id ? { ...me, pendingInvitation: null } : me,
  );
}

/** Marks an invitation as answered, so that it is not shown again. */
export function markInvitationAnswered(cache: QueryClient, id: string): void {
  cache.setQueryData<string[]>(keys.answeredInvitations, (ids = []) => [...ids, id]);
}

/** Before the invitation the affiliation may have been hidden from the member or closed to them. */
export function markAffiliationVisible(cache: QueryClient, affiliation: Affiliation): void {
  const { queryKey } = affiliationQuery(affiliation.urlPath ?? affiliation.id);
  cache.setQueryData(queryKey, affiliation);
  void cache.invalidateQueries({ queryKey: keys.openAffiliations });
}
