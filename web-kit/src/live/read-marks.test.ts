import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, test } from "vitest";
import { keys } from "../api/keys.ts";
import type { Badges, Community, Thread, ThreadReadMark } from "../api/types.ts";
import { community, idsOf, pagesOf, post, thread } from "../testing/factories.ts";
import { applyEvent } from "./apply.ts";
import { readEvent } from "./events.ts";
import {
  allowReading,
  assumeThreadRead,
  isKeptUnread,
  keepUnreadFrom,
  recordSentMark,
  setCommunityRead,
} from "./read-marks.ts";
import type { Pages } from "./reducers.ts";

const EARLY = "2026-11-20T09:00:00Z";
const NOON = "2026-11-20T12:00:00Z";
const elsewhere = { viewerId: "nadia", threadId: null };
let cache: QueryClient;

const unread = (count: number) => ({ ...community("x").viewer, unread: count });
const list = (sort: "activity" | "newest" | "unread") =>
  cache.getQueryData<Pages<Thread>>(keys.threadList("bridges", sort));
const inList = (id: string) =>
  list("activity")
    ?.pages.flatMap(({ items }) => items)
    .find((one) => one.id === id);
const own = () => cache.getQueryData<Thread>(keys.thread("bridges", "cable"));
const communityCount = () =>
  cache.getQueryData<Community>(keys.community("bridges"))?.viewer.unread;
const badges = () => cache.getQueryData<Badges>(keys.badges)?.communities;
const isStale = (queryKey: readonly unknown[]) => cache.getQueryState(queryKey)?.isInvalidated;
const mark = (changes: Partial<ThreadReadMark> = {}): ThreadReadMark => ({
  communityId: "bridges",
  threadId: "cable",
  lastReadTimestamp: NOON,
  unreadMessages: 0,
  communityUnread: 3,
  ...changes,
});
const tell = (changes: Partial<ThreadReadMark> = {}) =>
  applyEvent(cache, { type: "thread.read", ...mark(changes) }, elsewhere);

beforeEach(() => {
  cache = new QueryClient();
  allowReading("cable");
  const cable = thread("cable", { unreadMessages: 4, lastReadTimestamp: EARLY });
  const codes = thread("codes", { unreadMessages: 3, lastReadTimestamp: EARLY });
  cache.setQueryData(keys.thread("bridges", "cable"), cable);
  cache.setQueryData(keys.threadList("bridges", "activity"), pagesOf([cable, codes]));
  cache.setQueryData(keys.threadList("bridges", "unread"), pagesOf([codes]));
  cache.setQueryData(keys.community("bridges"), community("bridges", { viewer: unread(7) }));
  cache.setQueryData(
    keys.communityList("mine"),
    pagesOf([community("bridges", { viewer: unread(7) })]),
  );
  cache.setQueryData(keys.badges, { communities: 9, activity: 0, messages: 0 });
});

describe("thread.read", () => {
  test("is read from the stream", () => {
    const event = { type: "thread.read", ...mark() };
    expect(readEvent(JSON.stringify(event))).toEqual(event);
    expect(readEvent('{"type":"communities.read"}')).toEqual({ type: "communities.read" });
    expect(readEvent('{"type":"thread.read","communityId":"bridges"}')).toBeNull();
  });

  test("sets the counts of the thread and its community everywhere", () => {
    tell();
    expect(inList("cable")).toMatchObject({ unreadMessages: 0, lastReadTimestamp: NOON });
    expect(own()).toMatchObject({ unreadMessages: 0, lastReadTimestamp: NOON });
    expect(communityCount()).toBe(3);
    expect(isStale(keys.badges)).toBe(true);
  });

  test("reloads the list of unread threads if the thread is missing there", () => {
    tell({ unreadMessages: 2 });
    expect(isStale(keys.threadList("bridges", "unread"))).toBe(true);
    expect(isStale(keys.threadList("bridges", "activity"))).toBe(false);
  });

  test("of an earlier mark of this page does not undo a later one", () => {
    recordSentMark("cable", "2026-11-20T11:00:00Z");
    assumeThreadRead(cache, mark());
    tell({ lastReadTimestamp: "2026-11-20T11:00:00.000Z", unreadMessages: 1 });
    expect(own()).toMatchObject({ unreadMessages: 0, lastReadTimestamp: NOON });
    expect(isKeptUnread("cable")).toBe(false);
  });

  test("of a thread marked as unread elsewhere keeps it unread until it is read on", () => {
    tell();
    tell({ lastReadTimestamp: EARLY, unreadMessages: 4 });
    expect(own()?.unreadMessages).toBe(4);
    expect(isKeptUnread("cable")).toBe(true);
    tell({ lastReadTimestamp: NOON });
    expect(isKeptUnread("cable")).toBe(false);
  });

  test("of the viewer's own request keeps the thread unread", () => {
    keepUnreadFrom("cable", "2026-11-20T10:00:00Z");
    tell({ lastReadTimestamp: "2026-11-20T09:59:59.999999Z", unreadMessages: 4 });
    expect(isKeptUnread("cable")).toBe(true);
  });
});

describe("assumed counts", () => {
  test("change by the difference", () => {
    assumeThreadRead(cache, mark({ unreadMessages: 1 }));
    expect(inList("cable")?.unreadMessages).toBe(1);
    expect(communityCount()).toBe(4);
    expect(badges()).toBe(6);
  });

  test("of a thread with more posts than are counted wait for the server", () => {
    cache.setQueryData(keys.thread("bridges", "cable"), thread("cable", { unreadMessages: 100 }));
    assumeThreadRead(cache, mark());
    expect(own()?.unreadMessages).toBe(0);
    expect(communityCount()).toBe(7);
    expect(badges()).toBe(9);
  });

  test("of a muted thread leave its community alone", () => {
    const muted = { ...thread("cable", { unreadMessages: 4 }), subscription: "muted" };
    cache.setQueryData(keys.thread("bridges", "cable"), muted);
    assumeThreadRead(cache, mark());
    expect(communityCount()).toBe(7);
    const told = post("d", { created: "2026-11-20T13:00:00Z" });
    const about = { communityId: "bridges", threadId: "cable" };
    applyEvent(cache, { type: "post.created", ...about, post: told }, elsewhere);
    expect(own()?.unreadMessages).toBe(1);
    expect(communityCount()).toBe(7);
  });
});

describe("community.read", () => {
  test("reads its threads without later activity", () => {
    setCommunityRead(cache, "bridges", NOON);
    expect(inList("cable")).toMatchObject({ unreadMessages: 0, lastReadTimestamp: NOON });
    expect(inList("codes")?.unreadMessages).toBe(0);
    expect(communityCount()).toBe(0);
    expect(badges()).toBe(2);
    expect(isStale(keys.community("bridges"))).toBe(false);
  });

  test("asks the server if a thread has later unread posts", () => {
    const event = { type: "community.read" as const, communityId: "bridges" };
    applyEvent(cache, { ...event, lastReadTimestamp: EARLY }, elsewhere);
    expect(inList("cable")?.unreadMessages).toBe(4);
    expect(isStale(keys.community("bridges"))).toBe(true);
    expect(isStale(keys.threadList("bridges", "activity"))).toBe(true);
  });
});

test("communities.read reads everything", () => {
  applyEvent(cache, { type: "communities.read" }, elsewhere);
  expect(inList("codes")?.unreadMessages).toBe(0);
  expect(communityCount()).toBe(0);
  expect(
    cache.getQueryData<Pages<Community>>(keys.communityList("mine"))?.pages[0]?.items[0]?.viewer
      .unread,
  ).toBe(0);
  expect(badges()).toBe(0);
});

describe("a new post", () => {
  const about = { communityId: "bridges", threadId: "cable" };
  const created = (time: string) => ({
    type: "post.created" as const,
    ...about,
    post: post("d", { created: time }),
  });

  test("counts in an open community whose thread is not being read", () => {
    applyEvent(cache, created(NOON), elsewhere);
    expect(own()?.unreadMessages).toBe(5);
    expect(communityCount()).toBe(8);
    expect(badges()).toBe(10);
  });

  test("does not count if it was read elsewhere before it arrived", () => {
    applyEvent(cache, created(EARLY), elsewhere);
    expect(own()?.unreadMessages).toBe(4);
  });

  test("reloads the unread threads that do not list its thread", () => {
    const lastUpdated = "2026-11-20T13:00:00Z";
    const update = { type: "thread.updated" as const, ...about, numposts: 3, lastPost: null };
    applyEvent(cache, { ...update, lastUpdated }, elsewhere);
    expect(isStale(keys.threadList("bridges", "unread"))).toBe(true);
    expect(idsOf(list("activity"))).toEqual(["cable", "codes"]);
  });
});

test("a removed post of an unread thread reloads the counts", () => {
  const removed = { postId: "x", removed: "removed" as const, isTombstone: false };
  const about = { communityId: "bridges", threadId: "cable" };
  applyEvent(cache, { type: "post.removed", ...about, ...removed }, elsewhere);
  expect(isStale(keys.community("bridges"))).toBe(true);
});
