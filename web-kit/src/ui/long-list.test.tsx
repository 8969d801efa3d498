import {
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { render, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { servePages } from "../testing/open-page.tsx";
import { LongList } from "./long-list.tsx";

servePages();

const PAGES = 3;
const key = ["names"];

function Names({ ask }: { ask: (page: number, again: () => void) => string[] }) {
  const cache = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) =>
      ask(pageParam, () => void cache.invalidateQueries({ queryKey: key })),
    initialPageParam: 0,
    getNextPageParam: (_last, pages) => (pages.length < PAGES ? pages.length : undefined),
  });
  const items = query.data?.pages.flat() ?? [];
  return (
    <LongList label="Names" items={items} idOf={(name) => name} rowHeight={10} more={query}>
      {(name) => name}
    </LongList>
  );
}

test("requests a page again that was dropped by a refetch", async () => {
  const cache = new QueryClient();
  let isDropped = false;
  const ask = vi.fn((page: number, again: () => void) => {
    if (page === 1 && !isDropped) {
      isDropped = true;
      again();
    }
    return [`name ${page}`];
  });
  render(
    <QueryClientProvider client={cache}>
      <Names ask={ask} />
    </QueryClientProvider>,
  );
  await waitFor(() => {
    expect(cache.getQueryData(key)).toMatchObject({
      pages: [["name 0"], ["name 1"], ["name 2"]],
    });
  });
});
