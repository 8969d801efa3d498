import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { call, ProblemError } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import type { Affiliation, AffiliationCounts, Page, Person } from "../../api/types.ts";

/** What of the directory is wanted. */
export interface Wanted {
  /** A part of the name; all names when empty. */
  q: string;
  whose: "all" | "mine";
}

/** So many are found by their name (F-080). */
export const MOST_FOUND = 20;

/** A part of the directory: what is looked for comes on one page. */
export const directoryQuery = ({ q, whose }: Wanted) =>
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

/** How long the two lists of the directory are. */
export const affiliationCountsQuery = queryOptions({
  queryKey: keys.affiliationCounts,
  queryFn: ({ signal }) =>
    call<AffiliationCounts>("GET", "/api/affiliation-counts", { signal, quiet: true }),
});

/** The whole directory. */
export const affiliationsQuery = directoryQuery({ q: "", whose: "all" });

/** What a page may show: the affiliation, that it is private (to visitors, F-030), or nothing. */
export type SeenAffiliation = Affiliation | "private" | null;

const seenQuery = (idOrPath: string) =>
  queryOptions({
    queryKey: keys.affiliation(idOrPath),
    queryFn: async ({ signal }): Promise<SeenAffiliation> => {
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

/** One affiliation, or null when there is none or the viewer may not see it. */
export const affiliationQuery = (idOrPath: string) =>
  queryOptions({ ...seenQuery(idOrPath), select: visible });

export const visible = (seen: SeenAffiliation): Affiliation | null =>
  seen === "private" ? null : seen;

export const WHILE_WAITING_MS = 30_000;

/**
 * One affiliation, where it is shown how the viewer stands. Who stands outside a portal has no stream that
 * tells them of an answer, so whoever waits for one asks now and then, for as long as the page is looked at.
 */
export const standingQuery = (idOrPath: string) =>
  queryOptions({ ...pageQuery(idOrPath), select: visible });

/** The same for its page, which says why there is nothing to show. */
export const pageQuery = (idOrPath: string) =>
  queryOptions({
    ...seenQuery(idOrPath),
    refetchInterval: ({ state: { data } }) =>
      visible(data ?? null)?.viewer.requestPending === true && WHILE_WAITING_MS,
  });

/** So many members its page names. */
export const MEMBERS_SHOWN = 6;

export const affiliationMembersQuery = (id: string) =>
  queryOptions({
    queryKey: ["affiliations", "members", id],
    queryFn: ({ signal }) =>
      call<Page<Person>>("GET", `/api/affiliations/${id}/members`, {
        signal,
        query: { limit: MEMBERS_SHOWN },
      }),
  });

/** Shows the affiliation on the viewer's profile, or hides it there. */
export const setVisibility = (id: string, isPublic: boolean) =>
  call<Affiliation>("PUT", `/api/affiliations/${id}/visibility`, { body: { isPublic } });

/** Ends the viewer's membership. A lost session is told in the server's words for it. */
export const leaveAffiliation = (id: string) =>
  call<null>("POST", `/api/affiliations/${id}/leave`, { quiet: true });

/** It is this affiliation that was shown. */
export const isOf = (held: SeenAffiliation | undefined, id: string): held is Affiliation =>
  visible(held ?? null)?.id === id;

/** The viewer left: no page asks for what is its members' while it is read anew how they stand. */
export function markLeft(cache: QueryClient, id: string): void {
  const left = { isMember: false, isPublic: null };
  cache.setQueriesData<SeenAffiliation>({ queryKey: keys.openAffiliations }, (held) =>
    isOf(held, id) ? { ...held, viewer: { ...held.viewer, ...left } } : held,
  );
}

/** It was changed: whatever shows it shows so, also where it was asked for by the path it had before. */
export function keepChanged(cache: QueryClient, saved: Affiliation): void {
  cache.setQueriesData<SeenAffiliation>({ queryKey: keys.openAffiliations }, (held) =>
    isOf(held, saved.id) ? saved : held,
  );
  cache.setQueryData(affiliationQuery(saved.urlPath ?? saved.id).queryKey, saved);
  for (const queryKey of [keys.affiliations, keys.me, keys.users]) {
    // Nobody waits for it: without a network that would be long.
    void cache.invalidateQueries({ queryKey });
  }
}
