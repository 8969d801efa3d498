import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import type { SearchItem } from "../../api/types.ts";

/** The kind of results: a few of each, or more of one. */
export type SearchKind = "all" | "people" | "communities" | "posts" | "articles";

/**
 * Search results. A new search cancels the previous one. Results are not cached, because visibility
 * may change.
 */
export const searchQuery = (q: string, type: SearchKind) =>
  queryOptions({
    queryKey: [...keys.search, type, q],
    queryFn: ({ signal }) =>
      call<{ items: SearchItem[] }>("GET", "/api/search", { signal, query: { q, type } }),
    enabled: q !== "",
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
