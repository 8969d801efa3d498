import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import type { SearchResults } from "../../api/search-types.ts";
import { wordsOf } from "./filter-text.ts";

/** The kind of results: a few of each, or more of one. */
export type SearchKind =
  | "all"
  | "people"
  | "communities"
  | "threads"
  | "posts"
  | "articles"
  | "announcements"
  | "events"
  | "messages";

/** Characters that the server reads of a search text, besides its filters. */
export const SEARCH_CHARS_MAX = 100;

export function isTooLong(q: string): boolean {
  return Array.from(wordsOf(q)).length > SEARCH_CHARS_MAX;
}

/**
 * Search results. A new search cancels the previous one. Results are not cached, because visibility
 * may change.
 */
export const searchQuery = (q: string, type: SearchKind) =>
  queryOptions({
    queryKey: [...keys.search, type, q],
    queryFn: ({ signal }) =>
      call<SearchResults>("GET", "/api/search", { signal, query: { q, type } }),
    enabled: q !== "" && !isTooLong(q),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
