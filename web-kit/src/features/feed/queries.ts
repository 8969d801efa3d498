import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import type { FeedItem } from "../../api/types.ts";

/** How long what was read is good enough (C-129, C-152); live events tell of what is newer. */
const FRESH_MS = 5 * 60_000;

/** What is new in the viewer's communities. What was told of before it was asked for is in it. */
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

/** The posts that were told of since, and are not in the feed yet. */
export const feedNewsQuery = queryOptions<string[]>({
  queryKey: keys.feedNews,
  // Nobody is asked for them: they are told, and what is held is all there is.
  queryFn: ({ client }) => client.getQueryData<string[]>(keys.feedNews) ?? [],
  initialData: [],
  staleTime: Number.POSITIVE_INFINITY,
});
