import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { firstPage } from "../../api/loading.ts";
import type { DirectoryEntry, DirectorySort, Page } from "../../api/types.ts";

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
