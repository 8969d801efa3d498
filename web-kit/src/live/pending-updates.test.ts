import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, test } from "vitest";
import { keys } from "../api/keys.ts";
import type { Badges, Page, Post } from "../api/types.ts";
import { firstPage } from "../api/loading.ts";
import { idsOf, pagesOf, post } from "../testing/factories.ts";
import { applyEvent, type ViewingContext } from "./apply.ts";
import { changeOnePost } from "./change-posts.ts";
import type { Pages } from "./reducers.ts";

const nowhere: ViewingContext = { viewerId: "nadia", threadId: null };
const key = keys.posts("bridges", "cable");
let cache: QueryClient;
/** The server's pending responses, in request order. */
let answers: ((page: Page<Post>) => void)[];

beforeEach(() => {
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  answers = [];
});

const posts = () => cache.getQueryData<Pages<Post>>(key);
const pageOf = (...ids: string[]): Page<Post> => ({
  items: ids.map((id) => post(id)),
  nextCursor: null,
});

/** Loads the thread as its screen does. */
function read(): Promise<unknown> {
  return cache.fetchInfiniteQuery({
    queryKey: key,
    queryFn: () => new Promise<Page<Post>>((answer) => answers.push(answer)),
    initialPageParam: firstPage,
    getNextPageParam: (last: Page<Post>) => last.nextCursor,
  });
}

async function respondAt(at: number, page: Page<Post>): Promise<void> {
  await expect.poll(() => answers.length).toBeGreaterThan(at);
  answers[at]?.(page);
}

function addTestPost(id: string) {
  const told = post(id, { created: "2026-11-20T11:00:00Z" });
  applyEvent(
    cache,
    { type: "post.created", communityId: "bridges", threadId: "cable", post: told },
    nowhere,
  );
}

test("an event during a request is applied to its older response", async () => {
  cache.setQueryData(key, pagesOf([post("a")]));
  const read1 = read();
  addTestPost("b");
  expect(idsOf(posts())).toEqual(["a", "b"]);
  await respondAt(0, pageOf("a"));
  await read1;
  addTestPost("c");
  expect(idsOf(posts())).toEqual(["a", "b", "c"]);
});

test("an event before the first response is applied once", async () => {
  const read1 = read();
  addTestPost("b");
  expect(posts()).toBeUndefined();
  addTestPost("c");
  await respondAt(0, pageOf("a", "b"));
  await read1;
  expect(idsOf(posts())).toEqual(["a", "b", "c"]);
});

test("the viewer's own action survives an older response", async () => {
  cache.setQueryData(key, pagesOf([post("a")]));
  const read1 = read();
  changeOnePost(cache, post("a"), (cached) => ({ ...cached, content: "Said better" }));
  await respondAt(0, pageOf("a"));
  await read1;
  expect(posts()?.pages[0]?.items[0]?.content).toBe("Said better");
});

test("an aborted request leaves no change for a later response", async () => {
  cache.setQueryData(key, pagesOf([post("a")]));
  const read1 = read().catch(() => undefined);
  addTestPost("b");
  void cache.cancelQueries({ queryKey: key });
  await read1;
  expect(idsOf(posts())).toEqual(["a", "b"]);
  const read2 = read();
  // The post has been deleted in the meantime.
  await respondAt(1, pageOf("a"));
  await read2;
  expect(idsOf(posts())).toEqual(["a"]);
});

test("an unread count is refetched if a response in flight may include it", async () => {
  const badges = (communities: number): Badges => ({ communities, activity: 0, messages: 0 });
  const given: ((badges: Badges) => void)[] = [];
  const ask = () => new Promise<Badges>((answer) => given.push(answer));
  cache.setQueryData(keys.badges, badges(1));
  const screen = new QueryObserver(cache, { queryKey: keys.badges, queryFn: ask, staleTime: 0 });
  const stop = screen.subscribe(() => undefined);
  await expect.poll(() => given.length).toBe(1);
  addTestPost("b");
  addTestPost("c");
  expect(cache.getQueryData(keys.badges)).toEqual(badges(3));
  given[0]?.(badges(2));
  await expect.poll(() => given.length).toBe(2);
  given[1]?.(badges(3));
  await expect.poll(() => cache.getQueryState(keys.badges)?.fetchStatus).toBe("idle");
  expect(cache.getQueryData(keys.badges)).toEqual(badges(3));
  expect(given.length).toBe(2);
  stop();
});
