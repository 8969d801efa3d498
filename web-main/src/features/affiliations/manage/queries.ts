import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "@guildhall/web-kit/api/client.ts";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import { firstPage } from "@guildhall/web-kit/api/loading.ts";
import type {
  AffiliationAdmins,
  AffiliationJoining,
  AffiliationMember,
  AffiliationOverview,
  AppointableRole,
  BulkInvitation,
  SentInvitationRow,
} from "@guildhall/web-kit/api/affiliation-admin-types.ts";
import type { Page } from "@guildhall/web-kit/api/types.ts";

const path = (id: string, rest: string) => `/api/affiliations/${id}${rest}`;

/** The figures and open items of the admin area. */
export const overviewQuery = (id: string) =>
  queryOptions({
    queryKey: keys.affiliationOverview(id),
    queryFn: ({ signal }) => call<AffiliationOverview>("GET", path(id, "/overview"), { signal }),
  });

/** The owner, the other role holders and a pending handover. */
export const adminsQuery = (id: string) =>
  queryOptions({
    queryKey: keys.affiliationAdmins(id),
    queryFn: ({ signal }) => call<AffiliationAdmins>("GET", path(id, "/admins"), { signal }),
  });

export const appoint = (id: string, userId: string, role: AppointableRole) =>
  call<AffiliationAdmins>("POST", path(id, `/admins/${userId}`), { body: { role } });

export const removeRole = (id: string, userId: string) =>
  call<null>("DELETE", path(id, `/admins/${userId}`));

export const offerHandover = (id: string, userId: string) =>
  call<AffiliationAdmins>("POST", path(id, "/handover"), { body: { userId } });

export const withdrawHandover = (id: string) => call<null>("DELETE", path(id, "/handover"));

export type HandoverAnswer = "accept" | "decline";

export const answerHandover = (id: string, answer: HandoverAnswer) =>
  call<null>("POST", path(id, `/handover/${answer}`));

/** The members with their roles and addresses, or those whose name begins with `q`. */
export const managedMembersQuery = (id: string, q: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.affiliationMembers(id), "managed", q],
    queryFn: ({ signal, pageParam }) =>
      call<Page<AffiliationMember>>("GET", path(id, "/members"), {
        signal,
        query: { cursor: pageParam, limit: 50, q: q || null },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
  });

export const removeMember = (id: string, userId: string, reason: string) =>
  call<null>("DELETE", path(id, `/members/${userId}`), { body: { reason } });

/** The settings for joining: email domains with automatic approval, and the inviting admins. */
export const joiningQuery = (id: string) =>
  queryOptions({
    queryKey: keys.affiliationJoining(id),
    queryFn: ({ signal }) => call<AffiliationJoining>("GET", path(id, "/joining"), { signal }),
    // A refetch must not change the text while it is being edited.
    refetchOnWindowFocus: false,
  });

export const saveJoining = (id: string, body: AffiliationJoining) =>
  call<AffiliationJoining>("PUT", path(id, "/joining"), { body });

export type InvitationFilter = "open" | "accepted";

/** The sent invitations, newest first. */
export const sentInvitationsQuery = (id: string, status: InvitationFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys.affiliationInvitations(id), status],
    queryFn: ({ signal, pageParam }) =>
      call<Page<SentInvitationRow>>("GET", path(id, "/invitations"), {
        signal,
        query: { status, cursor: pageParam, limit: 20 },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
  });

export const withdrawInvitation = (id: string, invitationId: string) =>
  call<null>("DELETE", path(id, `/invitations/${invitationId}`));

export interface BulkRequest {
  addresses?: string[];
  csv?: string;
  dryRun: boolean;
}

/** Invites everyone on a list; a dry run only reports what would happen to each row. */
export const inviteMany = (id: string, body: BulkRequest) =>
  call<BulkInvitation>("POST", path(id, "/invitations/bulk"), { body });
