import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, test } from "vitest";
import { keys } from "../api/keys.ts";
import type { Announcement, EventItem, Post } from "../api/types.ts";
import { poll } from "../testing/attachments.ts";
import { eventAnnouncement, pagesOf, post } from "../testing/factories.ts";
import { applyEvent } from "./apply.ts";
import { readEvent } from "./events.ts";
import type { Pages } from "./reducers.ts";

let cache: QueryClient;

function deliver(event: object): void {
  const read = readEvent(JSON.stringify({ communityId: "bridges", ...event }));
  if (read === null) throw new Error("the event is not known");
  applyEvent(cache, read, { viewerId: "nadia", threadId: null });
}

beforeEach(() => {
  cache = new QueryClient();
});

describe("poll.answered", () => {
  const items = () => cache.getQueryData<Pages<Post>>(keys.posts("bridges", "cable"))?.pages[0];

  beforeEach(() => {
    const voted = poll({ chosen: ["north"], voters: 1, mayClose: true });
    const posts = [post("a", { poll: voted }), post("b")];
    cache.setQueryData(keys.posts("bridges", "cable"), pagesOf(posts));
  });

  test("shows the choice that the viewer made on another device, and its withdrawal", () => {
    const answered = { type: "poll.answered", threadId: "cable", postId: "a" };
    deliver({ ...answered, chosen: ["south"] });
    expect(items()?.items[0]?.poll).toMatchObject({ chosen: ["south"], voters: 1, mayClose: true });
    deliver({ ...answered, chosen: [] });
    expect(items()?.items[0]?.poll?.chosen).toEqual([]);
  });

  test("about a post without a poll changes nothing", () => {
    const before = items();
    deliver({ type: "poll.answered", threadId: "cable", postId: "b", chosen: ["south"] });
    expect(items()).toEqual(before);
  });
});

test("announcement.answered shows the answer in all lists, and loads the own events again", () => {
  const event = { ...eventAnnouncement("visit"), communityId: "bridges", ownAnswer: null };
  const item = { communityName: "Bridges", announcement: event };
  cache.setQueryData(keys.announcements("bridges"), pagesOf([event]));
  cache.setQueryData(keys.ownEventList("upcoming"), pagesOf([item]));
  const announced = () =>
    cache.getQueryData<Pages<Announcement>>(keys.announcements("bridges"))?.pages[0]?.items[0];
  const own = () =>
    cache.getQueryData<Pages<EventItem>>(keys.ownEventList("upcoming"))?.pages[0]?.items[0];
  deliver({ type: "announcement.answered", announcementId: "visit", ownAnswer: "maybe" });
  expect(announced()?.ownAnswer).toBe("maybe");
  expect(own()?.announcement.ownAnswer).toBe("maybe");
  expect(cache.getQueryState(keys.ownEventList("upcoming"))?.isInvalidated).toBe(true);
  deliver({ type: "announcement.answered", announcementId: "visit", ownAnswer: null });
  expect(announced()?.ownAnswer).toBeNull();
});
