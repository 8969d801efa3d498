import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { call, ProblemError } from "../../api/client.ts";
import type { LatestInsight } from "../../api/affiliation-admin-types.ts";
import { keys } from "../../api/keys.ts";
import type { Affiliation, AffiliationCounts, Page, Person } from "../../api/types.ts";

/** Filter of the directory. */
export interface DirectoryParams {
  /** Part of the name; empty matches all. */
  q: string;
  whose: "all" | "mine";
}

/** Maximum number of matches by name (F-080). */
export const SEARCH_RESULTS_MAX = 20;

/** A page of the directory; a search returns a single page. */
export const directoryQuery = ({ q, whose }: DirectoryParams) =>
  infiniteQueryOptions({
    queryKey: [...keys.affiliations, whose, q],
    queryFn: ({ signal, pageParam }) =>
      call<Page<Affiliation>>("GET", "/api/affiliations", {
        signal,
        query: { cursor: pageParam, limit: 50, scope: whose, q: q || null },
        quiet: true,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

/** The number of all affiliations and of the viewer's own. */
export const affiliationCountsQuery = queryOptions({
  queryKey: keys.affiliationCounts,
  queryFn: ({ signal }) =>
    call<AffiliationCounts>("GET", "/api/affiliation-counts", { signal, quiet: true }),
});

/** The whole directory. */
export const affiliationsQuery = directoryQuery({ q: "", whose: "all" });

/** The viewable state of an affiliation: its data, "private" for visitors (F-030), or null. */
export type AffiliationView = Affiliation | "private" | null;

const seenQuery = (idOrPath: string) =>
  queryOptions({
    queryKey: keys.affiliation(idOrPath),
    queryFn: async ({ signal }): Promise<AffiliationView> => {
      const path = `/api/affiliations/${encodeURIComponent(idOrPath)}`;
      try {
        return await call<Affiliation>("GET", path, { signal, quiet: true });
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        if (error.code === "affiliation-private") return "private";
        if ([401, 403, 404].includes(error.status)) return null;
        throw error;
      }
    },
  });

/** An affiliation, or null if it does not exist or is hidden from the viewer. */
export const affiliationQuery = (idOrPath: string) =>
  queryOptions({ ...seenQuery(idOrPath), select: visibleAffiliation });

export const visibleAffiliation = (seen: AffiliationView): Affiliation | null =>
  seen === "private" ? null : seen;

export const PENDING_POLL_MS = 30_000;

/**
 * An affiliation with the viewer's status. Non-members on a portal have no live stream that reports
 * an approval, so a pending applicant polls while the page is visible.
 */
export const membershipStatusQuery = (idOrPath: string) =>
  queryOptions({ ...affiliationPageQuery(idOrPath), select: visibleAffiliation });

/** The same query for the affiliation's page, which explains why there is nothing to show. */
export const affiliationPageQuery = (idOrPath: string) =>
  queryOptions({
    ...seenQuery(idOrPath),
    refetchInterval: ({ state: { data } }) =>
      visibleAffiliation(data ?? null)?.viewer.requestPending === true && PENDING_POLL_MS,
  });

/** Number of members listed on the page. */
export const MEMBERS_SHOWN = 6;

export const affiliationMembersQuery = (id: string) =>
  queryOptions({
    queryKey: keys.affiliationMembers(id),
    queryFn: ({ signal }) =>
      call<Page<Person>>("GET", `/api/affiliations/${id}/members`, {
        signal,
        query: { limit: MEMBERS_SHOWN },
      }),
  });

/** The newest Insight of the affiliation that the viewer may read; null without one. */
export const latestInsightQuery = (id: string) =>
  queryOptions({
    queryKey: keys.affiliationInsight(id),
    queryFn: async ({ signal }) => {
      const path = `/api/affiliations/${id}/insight`;
      const { insight } = await call<{ insight: LatestInsight | null }>("GET", path, {
        signal,
        quiet: true,
      });
      return insight;
    },
  });

/** Shows the affiliation on the viewer's profile or hides it. */
export const setVisibility = (id: string, isPublic: boolean) =>
  call<Affiliation>("PUT", `/api/affiliations/${id}/visibility`, { body: { isPublic } });

/** Ends the viewer's membership. The caller reports a lost session in the server's words. */
export const leaveAffiliation = (id: string) =>
  call<null>("POST", `/api/affiliations/${id}/leave`, { quiet: true });

/** True if the cached entry is this affiliation. */
export const isCachedAffiliation = (
  cached: AffiliationView | undefined,
  id: string,
): cached is Affiliation => visibleAffiliation(cached ?? null)?.id === id;

/**
 * Marks the viewer as a non-member in the cache, so that no page requests members' data during the
 * reload.
 */
export function markMembershipLeft(cache: QueryClient, id: string): void {
  const left = { isMember: false, isPublic: null };
  cache.setQueriesData<AffiliationView>({ queryKey: keys.openAffiliations }, (cached) =>
    isCachedAffiliation(cached, id) ? { ...cached, viewer: { ...cached.viewer, ...left } } : cached,
  );
}

/** Stores a changed affiliation under each cached key, including its former path. */
export function updateCachedAffiliation(cache: QueryClient, saved: Affiliation): void {
  cache.setQueriesData<AffiliationView>({ queryKey: keys.openAffiliations }, (cached) =>
    isCachedAffiliation(cached, saved.id) ? saved : cached,
  );
  cache.setQueryData(affiliationQuery(saved.urlPath ?? saved.id).queryKey, saved);
  for (const queryKey of [keys.affiliations, keys.me, keys.users]) {
    // Not awaited: it would wait while offline.
    void cache.invalidateQueries({ queryKey });
  }
}
