import { queryOptions } from "@tanstack/react-query";
import { call } from "@guildhall/web-kit/api/client.ts";
import type { ContentFilter } from "@guildhall/web-kit/api/types.ts";
import { staffKey } from "../queries.ts";

interface NetworkFilter {
  filter: ContentFilter;
}

const PATH = "/api/staff/content-filter";

/** The filter of posts, replies and messages on the main site and on portals without their own. */
export const contentFilterQuery = queryOptions({
  queryKey: [...staffKey, "content-filter"],
  queryFn: ({ signal }) => call<NetworkFilter>("GET", PATH, { signal }),
});

export const setContentFilter = (filter: ContentFilter) =>
  call<NetworkFilter>("PUT", PATH, { body: { filter } });
