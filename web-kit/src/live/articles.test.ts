import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { keys } from "../api/keys.ts";
import type { Article, ArticleComment, ArticleSummary } from "../api/types.ts";
import { article, comment, community, idsOf, pagesOf } from "../testing/hall.ts";
import { readOnceMore } from "../testing/reading.ts";
import { applyEvent, type Viewing } from "./apply.ts";
import { addComment } from "./articles.ts";
import { readEvent } from "./events.ts";
import type { Pages } from "./reducers.ts";

const viewing: Viewing = { viewerId: "nadia", communityId: "bridges", threadId: null };
let cache: QueryClient;

beforeEach(() => {
  cache = new QueryClient();
  cache.setQueryData(keys.articles("bridges"), pagesOf([article("piers"), article("decks")]));
  cache.setQueryData(keys.article("piers"), article("piers"));
  cache.setQueryData(keys.comments("piers"), pagesOf([comment("first")]));
});

/** Parses and applies a JSON event. */
function tell(event: object): void {
  const about = { communityId: "bridges", articleId: "piers" };
  const read = readEvent(JSON.stringify({ ...about, ...event }));
  if (read === null) throw new Error("not understood");
  applyEvent(cache, read, viewing);
}

const list = () => cache.getQueryData<Pages<ArticleSummary>>(keys.articles("bridges"));
const one = () => cache.getQueryData<Article>(keys.article("piers"));
const said = () => cache.getQueryData<Pages<ArticleComment>>(keys.comments("piers"));
const isStale = (key: readonly string[]) => cache.getQueryState(key)?.isInvalidated;

describe("articles", () => {
  test("how many there are is asked for when one is there or gone, and not when one is changed", () => {
    const key = keys.community("bridges");
    for (const [type, isTold] of [
      ["article.created", true],
      ["article.updated", false],
      ["article.removed", true],
    ] as const) {
      cache.setQueryData(key, community("bridges"));
      tell({ type });
      expect(isStale(key), type).toBe(isTold);
    }
  });

  test("a new one is asked for by whoever reads the list", () => {
    tell({ type: "article.created", articleId: "new" });
    expect(isStale(keys.articles("bridges"))).toBe(true);
    expect(isStale(keys.article("piers"))).toBe(false);
  });

  test("a changed one is asked for, in the list and on its own", () => {
    tell({ type: "article.updated" });
    expect(isStale(keys.articles("bridges"))).toBe(true);
    expect(isStale(keys.article("piers"))).toBe(true);
  });

  test("of one that is gone nothing is kept", () => {
    tell({ type: "article.removed" });
    expect(idsOf(list())).toEqual(["decks"]);
    expect(one()).toBeUndefined();
    expect(said()).toBeUndefined();
  });

  test("of one that is gone a screen that shows it asks for nothing more", () => {
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
    tell({ type: "article.removed" });
    // Simulates a re-render.
    shown.setOptions(options);
    expect(shown.getCurrentResult().data).toBeUndefined();
    expect(queryFn).not.toHaveBeenCalled();
    leave();
  });

  test("one that goes while the list is read anew is not in it", async () => {
    const answer = readOnceMore(cache, keys.articles("bridges"));
    tell({ type: "article.removed" });
    await answer([article("piers"), article("decks")]);
    expect(idsOf(list())).toEqual(["decks"]);
  });

  test("whoever is out of the community keeps none of its articles", () => {
    tell({ type: "membership.removed", userId: "nadia" });
    expect(list()).toBeUndefined();
    expect(one()).toBeUndefined();
    expect(said()).toBeUndefined();
  });
});

describe("comments", () => {
  test("a new one is counted everywhere, and its words are asked for", () => {
    tell({ type: "comment.created", commentId: "second", commentCount: 2 });
    expect(one()?.commentCount).toBe(2);
    expect(list()?.pages[0]?.items[0]?.commentCount).toBe(2);
    expect(isStale(keys.comments("piers"))).toBe(true);
  });

  test("one that is there already is not asked for again", () => {
    tell({ type: "comment.created", commentId: "first", commentCount: 1 });
    expect(isStale(keys.comments("piers"))).toBe(false);
  });

  test("one that was deleted goes, and is counted no more", () => {
    tell({ type: "comment.removed", commentId: "first", commentCount: 0 });
    expect(idsOf(said())).toEqual([]);
    expect(one()?.commentCount).toBe(0);
  });

  test("one that is made or deleted while the lists are read anew is counted and gone there", async () => {
    const articles = readOnceMore(cache, keys.articles("bridges"));
    tell({ type: "comment.created", commentId: "second", commentCount: 2 });
    await articles([article("piers"), article("decks")]);
    expect(list()?.pages[0]?.items[0]?.commentCount).toBe(2);

    const comments = readOnceMore(cache, keys.comments("piers"));
    tell({ type: "comment.removed", commentId: "first", commentCount: 1 });
    await comments([comment("first"), comment("second")]);
    expect(idsOf(said())).toEqual(["second"]);
  });

  test("one's own that is written while they are read anew is there, and once", async () => {
    const older = readOnceMore(cache, keys.comments("piers"));
    addComment(cache, "piers", comment("own"));
    await older([comment("first")]);
    expect(idsOf(said())).toEqual(["first", "own"]);

    const newer = readOnceMore(cache, keys.comments("piers"));
    addComment(cache, "piers", comment("next"));
    await newer([comment("first"), comment("own"), comment("next")]);
    expect(idsOf(said())).toEqual(["first", "own", "next"]);
  });
});
