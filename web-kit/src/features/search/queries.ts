import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import type { SearchItem } from "../../api/types.ts";

/** What is looked for: a few of everything, or more of one kind. */
export type SearchKind = "all" | "people" | "communities" | "posts" | "articles";

/**
 * What the server finds. A later search gives up the one that is under way, and nothing is held for
 * longer than it is looked at: who may see what changes meanwhile.
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
