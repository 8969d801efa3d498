import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, test } from "vitest";
import { keys } from "../api/keys.ts";
import type {
  Announcement,
  Community,
  EventItem,
  JoinRequest,
  MemberTimeout,
} from "../api/types.ts";
import {
  announcement,
  community,
  eventAnnouncement,
  idsOf,
  joinRequest,
  pagesOf,
  timeoutOf,
} from "../testing/factories.ts";
import { refetchList } from "../testing/refetch.ts";
import { applyEvent, type ViewingContext } from "./apply.ts";
import { readEvent } from "./events.ts";
import type { Pages } from "./reducers.ts";

const viewing: ViewingContext = { viewerId: "nadia", threadId: null };
let cache: QueryClient;

beforeEach(() => {
  cache = new QueryClient();
  cache.setQueryData(keys.community("bridges"), community("bridges"));
  cache.setQueryData(keys.communityList("mine"), pagesOf([community("bridges")]));
  cache.setQueryData(keys.joinRequests("bridges"), pagesOf([joinRequest("old")]));
  cache.setQueryData(keys.ownJoinRequests, pagesOf([joinRequest("own", { userId: "nadia" })]));
  cache.setQueryData(keys.timeouts("bridges"), pagesOf([timeoutOf("kwame")]));
  cache.setQueryData(keys.privateCode("bridges"), { privateCode: "AB12CD34" });
  cache.setQueryData(
    keys.announcements("bridges"),
    pagesOf([
      announcement("pinned", { isPinned: true, createdAt: "2026-11-01T10:00:00Z" }),
      announcement("new", { createdAt: "2026-11-20T10:00:00Z" }),
      announcement("old", { createdAt: "2026-11-10T10:00:00Z" }),
    ]),
  );
});

/** Parses and applies a JSON event. */
function applyTestEvent(event: object): void {
  const read = readEvent(JSON.stringify({ communityId: "bridges", ...event }));
  if (read === null) throw new Error("not understood");
  applyEvent(cache, read, viewing);
}

const readAnew = (key: readonly string[]) => refetchList(cache, key);
const cached = <Item>(key: readonly string[]) => cache.getQueryData<Pages<Item>>(key);
const requests = () => idsOf(cached<JoinRequest>(keys.joinRequests("bridges")));
const announced = () => idsOf(cached<Announcement>(keys.announcements("bridges")));
const one = () => cache.getQueryData<Community>(keys.community("bridges"));
const isStale = (key: readonly string[]) => cache.getQueryState(key)?.isInvalidated;

describe("join requests", () => {
  test("a new one is prepended once", () => {
    const event = { type: "join-request.created", request: joinRequest("new") };
    applyTestEvent(event);
    applyTestEvent(event);
    expect(requests()).toEqual(["new", "old"]);
  });

  test.each(["join-request.handled", "join-request.withdrawn"])("%s removes it", (type) => {
    applyTestEvent({ type, requestId: "old", userId: "ling", status: "approved" });
    expect(requests()).toEqual([]);
    expect(isStale(keys.ownJoinRequests)).toBe(false);
  });

  test("a new one survives an older response", async () => {
    const answer = readAnew(keys.joinRequests("bridges"));
    applyTestEvent({ type: "join-request.created", request: joinRequest("new") });
    await answer([joinRequest("old")]);
    expect(requests()).toEqual(["new", "old"]);
  });

  test("an answered one does not reappear with an older response", async () => {
    const answer = readAnew(keys.joinRequests("bridges"));
    applyTestEvent({
      type: "join-request.handled",
      requestId: "old",
      userId: "ling",
      status: "rejected",
    });
    await answer([joinRequest("old"), joinRequest("older")]);
    expect(requests()).toEqual(["older"]);
  });

  test("an answer to the viewer's own is fetched", () => {
    applyTestEvent({
      type: "join-request.handled",
      requestId: "own",
      userId: "nadia",
      status: "rejected",
    });
    expect(isStale(keys.ownJoinRequests)).toBe(true);
    expect(isStale(keys.community("bridges"))).toBe(true);
  });
});

describe("timeouts", () => {
  test("the viewer's own appears immediately and disappears when lifted", () => {
    const timeout = { endDate: "2099-01-01T00:00:00Z", reason: "Heated" };
    applyTestEvent({ type: "timeout.set", userId: "nadia", ...timeout });
    expect(one()?.viewer.timeout).toEqual(timeout);
    applyTestEvent({ type: "timeout.lifted", userId: "nadia" });
    expect(one()?.viewer.timeout).toBeNull();
  });

  test("the viewer's own is also added to and removed from the list", () => {
    cache.setQueryData(keys.timeouts("bridges"), pagesOf([timeoutOf("nadia")]));
    applyTestEvent({
      type: "timeout.set",
      userId: "nadia",
      endDate: "2099-01-01T00:00:00Z",
      reason: "",
    });
    expect(isStale(keys.timeouts("bridges"))).toBe(true);
    applyTestEvent({ type: "timeout.lifted", userId: "nadia" });
    expect(cached<MemberTimeout>(keys.timeouts("bridges"))?.pages[0]?.items).toEqual([]);
  });

  test("another member's is refetched when set and removed when lifted", () => {
    applyTestEvent({
      type: "timeout.set",
      userId: "ling",
      endDate: "2099-01-01T00:00:00Z",
      reason: null,
    });
    expect(isStale(keys.timeouts("bridges"))).toBe(true);
    expect(one()?.viewer.timeout).toBeNull();
    applyTestEvent({ type: "timeout.lifted", userId: "kwame" });
    expect(cached<MemberTimeout>(keys.timeouts("bridges"))?.pages[0]?.items).toEqual([]);
  });
});

describe("announcements", () => {
  test("the newest is below the pinned one", () => {
    const told = announcement("newest", { createdAt: "2026-11-21T10:00:00Z" });
    applyTestEvent({ type: "announcement.created", announcement: told });
    applyTestEvent({ type: "announcement.created", announcement: told });
    expect(announced()).toEqual(["pinned", "newest", "new", "old"]);
  });

  test("a new one survives an older response", async () => {
    const answer = readAnew(keys.announcements("bridges"));
    const told = announcement("newest", { createdAt: "2026-11-21T10:00:00Z" });
    applyTestEvent({ type: "announcement.created", announcement: told });
    await answer([announcement("old", { createdAt: "2026-11-10T10:00:00Z" })]);
    expect(announced()).toEqual(["newest", "old"]);
  });

  test("pinning moves one up, and unpinning back to its position", () => {
    const told = announcement("old", { createdAt: "2026-11-10T10:00:00Z", isPinned: true });
    const before = announcement("pinned", { createdAt: "2026-11-01T10:00:00Z" });
    applyTestEvent({ type: "announcement.updated", announcement: before });
    applyTestEvent({ type: "announcement.updated", announcement: told });
    expect(announced()).toEqual(["old", "new", "pinned"]);
  });

  test("ended and deleted ones disappear", () => {
    const ended = announcement("new", { isActive: false });
    applyTestEvent({ type: "announcement.updated", announcement: ended });
    applyTestEvent({ type: "announcement.deleted", announcementId: "old" });
    expect(announced()).toEqual(["pinned"]);
  });

  test("one older than all loaded ones stays on its page", () => {
    cache.setQueryData(keys.announcements("bridges"), {
      pages: [{ items: [announcement("new")], nextCursor: "more" }],
      pageParams: [null],
    });
    const told = announcement("ancient", { createdAt: "2020-01-01T10:00:00Z" });
    applyTestEvent({ type: "announcement.updated", announcement: told });
    expect(announced()).toEqual(["new"]);
  });
});

describe("the community", () => {
  test("a changed private code is refetched", () => {
    applyTestEvent({ type: "private-code.changed" });
    expect(isStale(keys.privateCode("bridges"))).toBe(true);
  });

  test("threads and posts are refetched when the visible history changes", () => {
    cache.setQueryData(keys.threadList("bridges", "activity"), pagesOf([]));
    applyTestEvent({ type: "community.updated", visibility: "private" });
    expect(isStale(keys.community("bridges"))).toBe(true);
    expect(isStale(keys.threadList("bridges", "activity"))).toBe(false);
    applyTestEvent({ type: "community.updated", historyFromJoin: false });
    expect(isStale(keys.threadList("bridges", "activity"))).toBe(true);
  });

  test("a promotion of the viewer updates their permissions", () => {
    applyTestEvent({ type: "membership.promoted", userId: "nadia" });
    expect(isStale(keys.community("bridges"))).toBe(true);
    expect(announced()).toHaveLength(3);
  });

  test.each([
    { type: "community.deleted" },
    { type: "membership.removed", userId: "nadia" },
    { type: "membership.left", userId: "nadia" },
  ])("members' data is removed: $type", (event) => {
    applyTestEvent(event);
    expect(announced()).toEqual([]);
    expect(requests()).toEqual([]);
    expect(cache.getQueryData(keys.privateCode("bridges"))).toBeUndefined();
    expect(cache.getQueryData(keys.timeouts("bridges"))).toBeUndefined();
    expect(isStale(keys.communityList("mine"))).toBe(true);
  });
});

describe("events", () => {
  const event = eventAnnouncement("visit", { ownAnswer: "yes" });
  const own = () =>
    cache.getQueryData<Pages<EventItem>>(keys.ownEventList("upcoming"))?.pages[0]?.items[0];
  const ofCommunity = () =>
    cached<Announcement>(keys.communityEventList("bridges", "upcoming"))?.pages[0]?.items[0];

  beforeEach(() => {
    const item = { communityName: "Bridges", announcement: event };
    cache.setQueryData(keys.ownEventList("upcoming"), pagesOf([item]));
    cache.setQueryData(keys.communityEventList("bridges", "upcoming"), pagesOf([event]));
    cache.setQueryData(keys.announcements("bridges"), pagesOf([event]));
    cache.setQueryData(keys.eventAttendees("bridges", "visit"), pagesOf([]));
  });

  test("answers change the counts in all lists, but not the own answer", () => {
    const answers = { yes: 4, maybe: 2, no: 1 };
    applyTestEvent({ type: "announcement.rsvp", announcementId: "visit", answers });
    const expected = { answers, ownAnswer: "yes" };
    expect(own()?.announcement).toMatchObject(expected);
    expect(ofCommunity()).toMatchObject(expected);
    expect(cached<Announcement>(keys.announcements("bridges"))?.pages[0]?.items[0]).toMatchObject(
      expected,
    );
    expect(isStale(keys.eventAttendees("bridges", "visit"))).toBe(true);
  });

  test("a change keeps the own answer, and the lists are loaded again", () => {
    const { ownAnswer: _, ...told } = event;
    const changed = { ...told, location: "Harbour" };
    applyTestEvent({ type: "announcement.updated", announcement: changed });
    const expected = { location: "Harbour", ownAnswer: "yes" };
    expect(own()?.announcement).toMatchObject(expected);
    expect(ofCommunity()).toMatchObject(expected);
    expect(cached<Announcement>(keys.announcements("bridges"))?.pages[0]?.items[0]).toMatchObject(
      expected,
    );
    expect(isStale(keys.ownEventList("upcoming"))).toBe(true);
    expect(isStale(keys.communityEventList("bridges", "upcoming"))).toBe(true);
  });

  test("a deleted one leaves the announcements, and the lists are loaded again", () => {
    applyTestEvent({ type: "announcement.deleted", announcementId: "visit" });
    expect(announced()).toEqual([]);
    expect(isStale(keys.ownEventList("upcoming"))).toBe(true);
  });
});
