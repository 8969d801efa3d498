import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "@guildhall/web-kit/api/client.ts";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import type {
  AuditEntry,
  ModerationAction,
  DocumentVersion,
  FoundUser,
  InviteCode,
  InviteUse,
  LegalAddition,
  LegalPreview,
  SecurityAlert,
  StaffCommunity,
  StaffOverview,
  StaffUser,
  Subscription,
  WaitlistEntry,
} from "@guildhall/web-kit/api/staff-types.ts";
import type {
  CommunityMember,
  LegalDocument,
  LegalKey,
  Page,
} from "@guildhall/web-kit/api/types.ts";

/** Common prefix of all staff queries, so that an action can invalidate all of them. */
export const staffKey = ["staff"] as const;

export const overviewQuery = queryOptions({
  queryKey: keys.staffOverview,
  queryFn: ({ signal }) => call<StaffOverview>("GET", "/api/staff/overview", { signal }),
});

export type Filter = Record<string, string | undefined>;

/** The filter without its empty values. */
export function withoutEmpty(words: Readonly<Record<string, string>>): Filter {
  return Object.fromEntries(Object.entries(words).filter(([, word]) => word !== ""));
}

/** A list of the staff area, loaded page by page. */
export function pagesQuery<Item>(name: string, path: string, filter: Filter = {}) {
  return infiniteQueryOptions({
    queryKey: [...staffKey, name, path, filter],
    queryFn: ({ signal, pageParam }) =>
      call<Page<Item>>("GET", path, { signal, query: { ...filter, cursor: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

export const usersQuery = (q: string) =>
  queryOptions({
    queryKey: [...staffKey, "users", q],
    queryFn: ({ signal }) =>
      call<Page<FoundUser>>("GET", "/api/staff/users", { signal, query: { q } }),
    enabled: q !== "",
  });

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: [...staffKey, "user", id],
    queryFn: ({ signal }) => call<StaffUser>("GET", `/api/staff/users/${id}`, { signal }),
  });

export const moderateUser = (id: string, action: ModerationAction, reason: string) =>
  call<StaffUser>("POST", `/api/staff/users/${id}/${action}`, { body: { reason } });

export const pauseUser = (id: string, pausedUntil: string | null, reason: string) =>
  call<unknown>("POST", `/api/staff/users/${id}/pause`, { body: { pausedUntil, reason } });

export const unpauseUser = (id: string, reason: string) =>
  call<unknown>("POST", `/api/staff/users/${id}/unpause`, { body: { reason } });

export const communitiesQuery = (q: string) =>
  pagesQuery<StaffCommunity>("communities", "/api/staff/communities", withoutEmpty({ q }));

/** The staff actions on a community, newest first. */
export const communityHistoryQuery = (id: string) =>
  pagesQuery<AuditEntry>("community-history", `/api/staff/communities/${id}/history`);

export const pauseCommunity = (id: string, pausedUntil: string | null, reason: string) =>
  call<StaffCommunity>("POST", `/api/staff/communities/${id}/pause`, {
    body: { pausedUntil, reason },
  });

export const unpauseCommunity = (id: string, reason: string) =>
  call<StaffCommunity>("POST", `/api/staff/communities/${id}/unpause`, { body: { reason } });

/** A role change; the last path segment of the request. */
export type RoleAction =
  | "grant-admin"
  | "revoke-admin"
  | "grant-trustee"
  | "revoke-trustee"
  | "make-founder";

export const changeRole = (id: string, userId: string, action: RoleAction, reason: string) =>
  call<CommunityMember>("POST", `/api/staff/communities/${id}/members/${userId}/${action}`, {
    body: { reason },
  });

export const setDefaultCommunity = (id: string, isDefaultCommunity: boolean) =>
  call<unknown>("PUT", `/api/staff/communities/${id}/default`, { body: { isDefaultCommunity } });

export interface Tier {
  subscription: Subscription;
  subscriptionStartDate: string | null;
  subscriptionEndDate: string | null;
  reason: string;
}

export const setSubscription = (id: string, tier: Tier) =>
  call<StaffUser>("PUT", `/api/staff/users/${id}/subscription`, { body: tier });

export const inviteCodesQuery = (filter: Filter) =>
  pagesQuery<InviteCode>("invite-codes", "/api/staff/invite-codes", filter);

export const inviteUsesQuery = (id: string) =>
  pagesQuery<InviteUse>("invite-uses", `/api/staff/invite-codes/${id}/usage`);

export interface NewInviteCode {
  code: string | null;
  maxUses: number | null;
  expiresAt: string | null;
  autoInviteToAffiliation: { affiliationId: string; customMessage: string | null } | null;
  atPortals: boolean;
}

export const createInviteCode = (body: NewInviteCode, idempotencyKey: string) =>
  call<InviteCode>("POST", "/api/staff/invite-codes", { body, idempotencyKey });

export const deactivateInviteCode = (id: string) =>
  call<InviteCode>("POST", `/api/staff/invite-codes/${id}/deactivate`);

export const waitlistQuery = (filter: Filter) =>
  pagesQuery<WaitlistEntry>("waitlist", "/api/staff/waitlist", filter);

export const inviteFromWaitlist = (id: string, message: string) =>
  call<WaitlistEntry>("POST", `/api/staff/waitlist/${id}/invite`, { body: { message } });

export const declineFromWaitlist = (id: string, reason: string) =>
  call<WaitlistEntry>("POST", `/api/staff/waitlist/${id}/decline`, { body: { reason } });

export const alertsQuery = (filter: Filter) =>
  pagesQuery<SecurityAlert>("alerts", "/api/staff/security-alerts", filter);

export const auditQuery = (filter: Filter) =>
  pagesQuery<AuditEntry>("audit", "/api/staff/audit", filter);

export const versionsQuery = (key: LegalKey) =>
  pagesQuery<DocumentVersion>("legal-versions", `/api/staff/legal/${key}/versions`);

export const additionsQuery = (key: LegalKey) =>
  queryOptions({
    queryKey: [...staffKey, "legal-additions", key],
    queryFn: ({ signal }) =>
      call<{ items: LegalAddition[] }>("GET", `/api/staff/legal/${key}/additions`, { signal }),
  });

export const previewQuery = (content: string) =>
  queryOptions({
    queryKey: [...staffKey, "legal-preview", content],
    queryFn: ({ signal }) =>
      call<LegalPreview>("POST", "/api/staff/legal/preview", { signal, body: { content } }),
    gcTime: 0,
  });

export interface LegalDraft {
  title: string;
  content: string;
  effectiveDate: string | null;
  baseVersion: number;
}

export const publishDocument = (key: LegalKey, draft: LegalDraft) =>
  call<LegalDocument>("PUT", `/api/legal/${key}`, { body: draft });

export const saveAddition = (key: LegalKey, affiliationId: string, content: string) =>
  call<unknown>("PUT", `/api/staff/legal/${key}/additions/${affiliationId}`, { body: { content } });
