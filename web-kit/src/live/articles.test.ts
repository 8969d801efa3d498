import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { keys } from "../api/keys.ts";
import type { Article, ArticleComment, ArticleSummary } from "../api/types.ts";
import { article, comment, community, idsOf, pagesOf } from "../testing/factories.ts";
import { refetchList } from "../testing/refetch.ts";
import { applyEvent, type ViewingContext } from "./apply.ts";
import { addComment } from "./articles.ts";
import { readEvent } from "./events.ts";
import type { Pages } from "./reducers.ts";

const viewing: ViewingContext = { viewerId: "nadia", threadId: null };
let cache: QueryClient;

beforeEach(() => {
  cache = new QueryClient();
  cache.setQueryData(keys.articles("bridges"), pagesOf([article("piers"), article("decks")]));
  cache.setQueryData(keys.article("piers"), article("piers"));
  cache.setQueryData(keys.comments("piers"), pagesOf([comment("first")]));
});

/** Parses and applies a JSON event. */
function applyTestEvent(event: object): void {
  const about = { communityId: "bridges", articleId: "piers" };
  const read = readEvent(JSON.stringify({ ...about, ...event }));
  if (read === null) throw new Error("not understood");
  applyEvent(cache, read, viewing);
}

const list = () => cache.getQueryData<Pages<ArticleSummary>>(keys.articles("bridges"));
const one = () => cache.getQueryData<Article>(keys.article("piers"));
const cachedComments = () => cache.getQueryData<Pages<ArticleComment>>(keys.comments("piers"));
const isStale = (key: readonly string[]) => cache.getQueryState(key)?.isInvalidated;

describe("articles", () => {
  test("refetches the article count on create and delete, but not on update", () => {
    const key = keys.community("bridges");
    for (const [type, isTold] of [
      ["article.created", true],
      ["article.updated", false],
      ["article.removed", true],
    ] as const) {
      cache.setQueryData(key, community("bridges"));
      applyTestEvent({ type });
      expect(isStale(key), type).toBe(isTold);
    }
  });

  test("refetches an opened list on create", () => {
    applyTestEvent({ type: "article.created", articleId: "new" });
    expect(isStale(keys.articles("bridges"))).toBe(true);
    expect(isStale(keys.article("piers"))).toBe(false);
  });

  test("refetches an updated article, in the list and alone", () => {
    applyTestEvent({ type: "article.updated" });
    expect(isStale(keys.articles("bridges"))).toBe(true);
    expect(isStale(keys.article("piers"))).toBe(true);
  });

  test("removes a deleted article from the cache", () => {
    applyTestEvent({ type: "article.removed" });
    expect(idsOf(list())).toEqual(["decks"]);
    expect(one()).toBeUndefined();
    expect(cachedComments()).toBeUndefined();
  });

  test("does not refetch an article that was deleted while open", () => {
    const queryFn = vi.fn<() => Promise<never>>();
    const options = {
      queryKey: keys.comments("piers"),
      queryFn,
      initialPageParam: null,
      getNextPageParam: () => null,
      staleTime: Infinity,
    };
    const shown = new InfiniteQueryObserver(cache, options);
    const leave = shown.subscribe(() => undefined);
    applyTestEvent({ type: "article.removed" });
    // Simulates a re-render.
    shown.setOptions(options);
    expect(shown.getCurrentResult().data).toBeUndefined();
    expect(queryFn).not.toHaveBeenCalled();
    leave();
  });

  test("removes an article that was deleted during a refetch", async () => {
    const answer = refetchList(cache, keys.articles("bridges"));
    applyTestEvent({ type: "article.removed" });
    await answer([article("piers"), article("decks")]);
    expect(idsOf(list())).toEqual(["decks"]);
  });

  test("a former member loses the community's articles", () => {
    applyTestEvent({ type: "membership.removed", userId: "nadia" });
    expect(list()).toBeUndefined();
    expect(one()).toBeUndefined();
    expect(cachedComments()).toBeUndefined();
  });
});

describe("comments", () => {
  test("a new one increments all counts and its text is fetched", () => {
    applyTestEvent({ type: "comment.created", commentId: "second", commentCount: 2 });
    expect(one()?.commentCount).toBe(2);
    expect(list()?.pages[0]?.items[0]?.commentCount).toBe(2);
    expect(isStale(keys.comments("piers"))).toBe(true);
  });

  test("a known one is not fetched again", () => {
    applyTestEvent({ type: "comment.created", commentId: "first", commentCount: 1 });
    expect(isStale(keys.comments("piers"))).toBe(false);
  });

  test("a deleted one disappears and decrements the counts", () => {
    applyTestEvent({ type: "comment.removed", commentId: "first", commentCount: 0 });
    expect(idsOf(cachedComments())).toEqual([]);
    expect(one()?.commentCount).toBe(0);
  });

  test("created or deleted ones during a refetch are applied", async () => {
    const articles = refetchList(cache, keys.articles("bridges"));
    applyTestEvent({ type: "comment.created", commentId: "second", commentCount: 2 });
    await articles([article("piers"), article("decks")]);
    expect(list()?.pages[0]?.items[0]?.commentCount).toBe(2);

    const comments = refetchList(cache, keys.comments("piers"));
    applyTestEvent({ type: "comment.removed", commentId: "first", commentCount: 1 });
    await comments([comment("first"), comment("second")]);
    expect(idsOf(cachedComments())).toEqual(["second"]);
  });

  test("the viewer's own new one during a refetch appears once", async () => {
    const older = refetchList(cache, keys.comments("piers"));
    addComment(cache, "piers", comment("own"));
    await older([comment("first")]);
    expect(idsOf(cachedComments())).toEqual(["first", "own"]);

    const newer = refetchList(cache, keys.comments("piers"));
    addComment(cache, "piers", comment("next"));
    await newer([comment("first"), comment("own"), comment("next")]);
    expect(idsOf(cachedComments())).toEqual(["first", "own", "next"]);
  });
});
