import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, test } from "vitest";
import { keys } from "../api/keys.ts";
import type { Badges, Community, FeedItem, Post, Thread } from "../api/types.ts";
import { community, idsOf, pagesOf, person, post, thread } from "../testing/factories.ts";
import { refetchList } from "../testing/refetch.ts";
import { applyEvent, type ViewingContext } from "./apply.ts";
import { readEvent } from "./events.ts";
import type { Pages } from "./reducers.ts";
import { type Departure, onDeparture } from "./thread-departures.ts";

const viewing: ViewingContext = { viewerId: "nadia", threadId: null };
const closed = { at: "2026-11-21T10:00:00Z", by: person("ada"), reason: "Settled" };
const listKey = keys.threadList("bridges", "activity");
const ownKey = keys.thread("bridges", "cable");
let cache: QueryClient;

beforeEach(() => {
  cache = new QueryClient();
  cache.setQueryData(
    listKey,
    pagesOf([
      thread("deck", { lastUpdated: "2026-11-22T10:00:00Z" }),
      thread("cable", { lastUpdated: "2026-11-21T10:00:00Z" }),
      thread("pier", { lastUpdated: "2026-11-20T10:00:00Z" }),
    ]),
  );
  cache.setQueryData(ownKey, thread("cable"));
  cache.setQueryData(keys.posts("bridges", "cable"), pagesOf([post("a")]));
});

/** Parses and applies a JSON event. */
function applyTestEvent(event: object): void {
  const read = readEvent(JSON.stringify({ communityId: "bridges", threadId: "cable", ...event }));
  if (read === null) throw new Error("not understood");
  applyEvent(cache, read, viewing);
}

const list = () => cache.getQueryData<Pages<Thread>>(listKey);
const own = () => cache.getQueryData<Thread>(ownKey);
const listed = (id: string) =>
  list()
    ?.pages.flatMap(({ items }) => items)
    .find((one) => one.id === id);
const isStale = (key: readonly string[]) => cache.getQueryState(key)?.isInvalidated;

describe("a changed thread", () => {
  const change = { type: "thread.changed", caption: "Cables", closed, pinnedPosition: null };

  test("has its new caption and closure in the list and by itself", () => {
    applyTestEvent(change);
    expect(listed("cable")).toMatchObject({ caption: "Cables", closed });
    expect(own()).toMatchObject({ caption: "Cables", closed });
    applyTestEvent({ ...change, closed: null });
    expect(own()?.closed).toBeNull();
  });

  test("is understood without the member who closed it and without a reason", () => {
    applyTestEvent({ ...change, closed: { at: closed.at, by: null, reason: null } });
    expect(own()?.closed).toEqual({ at: closed.at, by: null, reason: "" });
  });

  test("keeps the viewer's own subscription and permissions", () => {
    const viewer = { mayManage: true, mayModerate: true };
    cache.setQueryData(ownKey, thread("cable", { subscription: "followed", viewer }));
    applyTestEvent(change);
    expect(own()).toMatchObject({ subscription: "followed", viewer });
  });

  test("survives an older response", async () => {
    const answer = refetchList(cache, listKey);
    applyTestEvent(change);
    await answer([thread("cable", { caption: "Old" })]);
    expect(listed("cable")?.caption).toBe("Cables");
  });

  test("has its new caption in the feed", () => {
    const item = { id: "a", threadId: "cable", threadCaption: "Old" };
    cache.setQueryData(keys.feed, [item, { ...item, id: "b", threadId: "deck" }]);
    applyTestEvent(change);
    const captions = cache.getQueryData<FeedItem[]>(keys.feed)?.map((one) => one.threadCaption);
    expect(captions).toEqual(["Cables", "Old"]);
  });
});

describe("pinned threads", () => {
  const pin = (...threadIds: string[]) => applyTestEvent({ type: "threads.pinned", threadIds });

  test("are first in their order, and return to their place", () => {
    pin("pier", "cable");
    expect(idsOf(list())).toEqual(["pier", "cable", "deck"]);
    expect(own()?.pinnedPosition).toBe(2);
    pin("cable");
    expect(idsOf(list())).toEqual(["cable", "deck", "pier"]);
    pin();
    expect(idsOf(list())).toEqual(["deck", "cable", "pier"]);
    expect(own()?.pinnedPosition).toBeNull();
  });

  test("stay first when another thread has a new post", () => {
    pin("pier");
    applyTestEvent({
      type: "thread.updated",
      numposts: 2,
      lastUpdated: "2026-11-23T10:00:00Z",
      lastPost: null,
    });
    expect(idsOf(list())).toEqual(["pier", "cable", "deck"]);
  });

  test("keep their place among the unread threads", () => {
    const unreadKey = keys.threadList("bridges", "unread");
    const threads = [
      thread("deck", { lastUpdated: "2026-11-22T10:00:00Z" }),
      thread("pier", { lastUpdated: "2026-11-20T10:00:00Z" }),
    ];
    cache.setQueryData(unreadKey, pagesOf(threads));
    pin("pier");
    expect(idsOf(cache.getQueryData<Pages<Thread>>(unreadKey))).toEqual(["deck", "pier"]);
    expect(isStale(unreadKey)).toBe(false);
  });

  test("are fetched if one of them is not loaded", () => {
    pin("cable");
    expect(isStale(listKey)).toBe(false);
    pin("cable", "elsewhere");
    expect(isStale(listKey)).toBe(true);
  });
});

describe("a thread that leaves", () => {
  const departures: Departure[] = [];
  const follow = () => {
    departures.length = 0;
    return onDeparture((departure) => departures.push(departure));
  };

  test("disappears with its posts when it is removed", () => {
    const stop = follow();
    cache.setQueryData(keys.feed, [
      { id: "a", communityId: "bridges", threadId: "cable" },
      { id: "b", communityId: "bridges", threadId: "deck" },
    ]);
    cache.setQueryData(keys.community("bridges"), community("bridges"));
    applyTestEvent({ type: "thread.removed" });
    stop();
    expect(idsOf(list())).toEqual(["deck", "pier"]);
    expect(own()).toBeUndefined();
    expect(cache.getQueryData<Pages<Post>>(keys.posts("bridges", "cable"))).toBeUndefined();
    expect(cache.getQueryData<FeedItem[]>(keys.feed)?.map(({ id }) => id)).toEqual(["b"]);
    expect(isStale(keys.community("bridges"))).toBe(true);
    expect(departures).toMatchObject([{ threadId: "cable", toCommunityId: null }]);
  });

  test("is fetched with the threads of its new community when it is moved", () => {
    const stop = follow();
    cache.setQueryData(keys.threadList("towers", "activity"), pagesOf([thread("crane")]));
    applyTestEvent({ type: "thread.moved", toCommunityId: "towers" });
    stop();
    expect(idsOf(list())).toEqual(["deck", "pier"]);
    expect(isStale(keys.threadList("towers", "activity"))).toBe(true);
    expect(departures).toMatchObject([{ communityId: "bridges", toCommunityId: "towers" }]);
  });

  test("does not reappear with an older response", async () => {
    const answer = refetchList(cache, listKey);
    applyTestEvent({ type: "thread.removed" });
    await answer([thread("cable"), thread("deck")]);
    expect(idsOf(list())).toEqual(["deck"]);
  });
});

test("a post in a muted thread is counted in the thread, but not in its community", () => {
  cache.setQueryData(keys.community("bridges"), community("bridges"));
  cache.setQueryData(keys.badges, { communities: 0, activity: 0, messages: 0 });
  const before = cache.getQueryData<Community>(keys.community("bridges"))?.viewer.unread;
  const read = { lastReadTimestamp: "2026-11-20T09:00:00Z" };
  const arrive = (id: string) =>
    applyTestEvent({ type: "post.created", post: post(id, { authorId: "kwame" }) });
  cache.setQueryData(ownKey, thread("cable", { subscription: "muted", ...read }));
  arrive("b");
  expect(listed("cable")?.unreadMessages).toBe(1);
  expect(cache.getQueryData<Community>(keys.community("bridges"))?.viewer.unread).toBe(before);
  expect(cache.getQueryData<Badges>(keys.badges)?.communities).toBe(0);
  cache.setQueryData(ownKey, thread("cable", read));
  arrive("c");
  expect(cache.getQueryData<Badges>(keys.badges)?.communities).toBe(1);
});
