import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import type { FeedItem } from "../../api/types.ts";

/** How long a loaded feed stays fresh (C-129, C-152); live events report newer posts. */
const FRESH_MS = 5 * 60_000;

/** New posts in the viewer's communities. It contains all posts announced before the request. */
export const feedQuery = queryOptions({
  queryKey: keys.feed,
  queryFn: async ({ signal, client }) => {
    const told = new Set(client.getQueryData<string[]>(keys.feedNews));
    const { items } = await call<{ items: FeedItem[] }>("GET", "/api/feed", { signal });
    for (const { id } of items) told.add(id);
    client.setQueryData<string[]>(keys.feedNews, (news = []) => news.filter((id) => !told.has(id)));
    return items;
  },
  staleTime: FRESH_MS,
});

/** Ids of announced posts that the feed does not contain yet. */
export const feedNewsQuery = queryOptions<string[]>({
  queryKey: keys.feedNews,
  // Never fetched: live events fill the cache entry.
  queryFn: ({ client }) => client.getQueryData<string[]>(keys.feedNews) ?? [],
  initialData: [],
  staleTime: Number.POSITIVE_INFINITY,
});
