import type { QueryClient } from "@tanstack/react-query";
import { firstPage } from "../api/loading.ts";
import type { Page } from "../api/types.ts";

/** Fetches a list again as its screen does; returns a function that delivers the response. */
export function refetchList(cache: QueryClient, queryKey: readonly string[]) {
  const { promise, resolve } = Promise.withResolvers<Page<{ id: string }>>();
  const reading = cache.fetchInfiniteQuery({
    queryKey,
    queryFn: () => promise,
    initialPageParam: firstPage,
    getNextPageParam: (last: Page<{ id: string }>) => last.nextCursor,
  });
  return async (items: { id: string }[]) => {
    resolve({ items, nextCursor: null });
    await reading;
  };
}
