import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "@guildhall/web-kit/api/client.ts";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import { firstPage } from "@guildhall/web-kit/api/loading.ts";
import type {
  AffiliationState,
  CommunityTemplate,
  MergePreview,
  StaffAffiliation,
  StaffAffiliationRow,
  TemplateCommunity,
} from "@guildhall/web-kit/api/affiliation-admin-types.ts";
import type { Page } from "@guildhall/web-kit/api/types.ts";

const PATH = "/api/staff/affiliations";

export interface StaffAffiliationFilter {
  q: string;
  state: AffiliationState | null;
}

/** All affiliations by name; merged ones only on request. */
export const staffAffiliationsQuery = ({ q, state }: StaffAffiliationFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys.staffAffiliations, "list", q, state ?? ""],
    queryFn: ({ signal, pageParam }) =>
      call<Page<StaffAffiliationRow>>("GET", PATH, {
        signal,
        query: { q: q || null, state, cursor: pageParam, limit: 50 },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
  });

export const staffAffiliationKey = (id: string) => [...keys.staffAffiliations, "one", id];

export const staffAffiliationQuery = (id: string) =>
  queryOptions({
    queryKey: staffAffiliationKey(id),
    queryFn: ({ signal }) => call<StaffAffiliation>("GET", `${PATH}/${id}`, { signal }),
  });

export interface StaffAffiliationChange {
  name?: string;
  tagline?: string;
  description?: string;
  website?: string;
  isVerified?: boolean;
  isPrivate?: boolean;
  isPaused?: boolean;
  reason?: string;
}

/** Changes an affiliation as staff; an empty tagline or website is removed. */
export const changeStaffAffiliation = (id: string, body: StaffAffiliationChange) =>
  call<StaffAffiliation>("PATCH", `${PATH}/${id}`, { body });

/** What a merge would move; nothing is changed. */
export const mergePreviewQuery = (id: string, intoId: string) =>
  queryOptions({
    queryKey: [...keys.staffAffiliations, "merge-preview", id, intoId],
    queryFn: ({ signal }) =>
      call<MergePreview>("GET", `${PATH}/${id}/merge-preview`, { signal, query: { intoId } }),
    gcTime: 0,
  });

export const mergeAffiliation = (id: string, intoId: string, reason: string) =>
  call<StaffAffiliation>("POST", `${PATH}/${id}/merge`, { body: { intoId, reason } });

const templateKey = [...keys.staffAffiliations, "template"];

/** The template of the communities of a new affiliation (G-088). */
export const templateQuery = queryOptions({
  queryKey: templateKey,
  queryFn: ({ signal }) => call<CommunityTemplate>("GET", `${PATH}/template`, { signal }),
  // A refetch must not change the fields while they are edited.
  refetchOnWindowFocus: false,
});

export const saveTemplate = (communities: readonly TemplateCommunity[]) =>
  call<CommunityTemplate>("PUT", `${PATH}/template`, { body: { communities } });
