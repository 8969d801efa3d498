import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { firstPage } from "../../api/loading.ts";
import type { DirectoryEntry, DirectorySort, Page, RecentSearch } from "../../api/types.ts";

export interface DirectoryFilter {
  q: string;
  affiliation: string;
  industry: string;
  sort: DirectorySort;
  includePrivate: boolean;
}

export const directoryQuery = (filter: DirectoryFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys.directory, filter],
    queryFn: ({ pageParam, signal }) =>
      call<Page<DirectoryEntry>>("GET", "/api/directory", {
        signal,
        query: {
          q: filter.q || null,
          affiliation: filter.affiliation || null,
          industry: filter.industry || null,
          sort: filter.sort,
          includePrivate: filter.includePrivate || null,
          cursor: pageParam,
        },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
  });

const recentSearches = "/api/me/recent-searches";

/** The viewer's recent searches, latest first. */
export const recentSearchesQuery = queryOptions({
  queryKey: keys.recentSearches,
  queryFn: ({ signal }) => call<Page<RecentSearch>>("GET", recentSearches, { signal }),
});

export const saveRecentSearch = (query: string) =>
  call<Page<RecentSearch>>("POST", recentSearches, { body: { query } });

export const deleteRecentSearch = (id: string) => call<null>("DELETE", `${recentSearches}/${id}`);

export const clearRecentSearches = () => call<null>("DELETE", recentSearches);
