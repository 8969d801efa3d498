import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test } from "vitest";
import { keys } from "../api/keys.ts";
import type { Community, Thread } from "../api/types.ts";
import { community, pagesOf, thread } from "../testing/factories.ts";
import { applyEvent } from "./apply.ts";
import type { Pages } from "./reducers.ts";

const NOON = "2026-11-20T12:00:00Z";
const list = keys.communityList("mine");
let cache: QueryClient;

const lastPost = (postId: string, created: string) => ({
  postId,
  authorId: "priya",
  authorName: "Priya Raghunathan",
  excerpt: `Words of ${postId}`,
  created,
});
const threadWith = (id: string, postId: string, created: string): Thread =>
  thread(id, { lastPost: lastPost(postId, created) });

beforeEach(() => {
  cache = new QueryClient();
  const shown = { author: "Ling Zhao", excerpt: "Words of p1", created: NOON };
  cache.setQueryData(
    list,
    pagesOf([community("bridges", { lastPost: shown }), community("quiet")]),
  );
});

const shownIn = (place: number) =>
  cache.getQueryData<Pages<Community>>(list)?.pages[0]?.items[place]?.lastPost?.excerpt;
const updated = (communityId: string, created: string) =>
  applyEvent(
    cache,
    {
      type: "thread.updated",
      communityId,
      threadId: "cable",
      numposts: 2,
      lastUpdated: created,
      lastPost: lastPost("p2", created),
    },
    { viewerId: "nadia", threadId: null },
  );
const removed = (postId: string) =>
  applyEvent(
    cache,
    {
      type: "post.removed",
      communityId: "bridges",
      threadId: "cable",
      postId,
      removed: "deleted",
      isTombstone: false,
    },
    { viewerId: "nadia", threadId: null },
  );
const isStale = () => cache.getQueryState(list)?.isInvalidated;
const holdThread = (one: Thread) =>
  cache.setQueryData(keys.threadList("bridges", "activity"), pagesOf([one]));

test("a new post is the last one of its community", () => {
  updated("bridges", "2026-11-20T12:00:00.5Z");
  updated("quiet", NOON);
  expect([shownIn(0), shownIn(1)]).toEqual(["Words of p2", "Words of p2"]);
});

test("an earlier post changes nothing", () => {
  updated("bridges", "2026-11-20T11:00:00Z");
  expect(shownIn(0)).toBe("Words of p1");
});

test("the list is loaded again if the last post may have been removed", () => {
  removed("unknown");
  expect(isStale()).toBe(true);
});

test("the list is loaded again after the last post was removed", () => {
  holdThread(threadWith("cable", "p1", NOON));
  removed("p1");
  expect(isStale()).toBe(true);
});

test("the list stays after an older post was removed", () => {
  holdThread(threadWith("cable", "p1", NOON));
  removed("p0");
  expect(isStale()).toBe(false);
});
