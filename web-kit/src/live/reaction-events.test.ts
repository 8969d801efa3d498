import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test } from "vitest";
import { keys } from "../api/keys.ts";
import type { Post } from "../api/types.ts";
import { pagesOf, post } from "../testing/factories.ts";
import { applyEvent } from "./apply.ts";
import { readEvent } from "./events.ts";
import type { Pages } from "./reducers.ts";

let cache: QueryClient;
const thumbs = { emoji: "👍", userIds: ["ling", "nadia"], count: 25, mine: true };

beforeEach(() => {
  cache = new QueryClient();
  cache.setQueryData(
    keys.posts("bridges", "cable"),
    pagesOf([post("a", { reactions: [thumbs] }), post("b"), post("c", { removed: "deleted" })]),
  );
});

const reactionsOf = (place: number) =>
  cache.getQueryData<Pages<Post>>(keys.posts("bridges", "cable"))?.pages[0]?.items[place]
    ?.reactions;

/** Applies an event as the stream delivers it. */
function deliver(event: object): void {
  const place = { communityId: "bridges", threadId: "cable", postId: "a" };
  const read = readEvent(JSON.stringify({ type: "post.reacted", ...place, ...event }));
  if (read === null) throw new Error("the event is not known");
  applyEvent(cache, read, { viewerId: "nadia", threadId: null });
}

test("another member's reaction changes the counts, not the viewer's own", () => {
  const reactions = [
    { emoji: "👍", count: 26 },
    { emoji: "🙏", count: 1 },
  ];
  deliver({ reactions, userId: "ruth", emoji: "🙏", added: true });
  expect(reactionsOf(0)).toEqual([
    { ...thumbs, count: 26 },
    { emoji: "🙏", userIds: ["ruth"], count: 1, mine: false },
  ]);
  expect(reactionsOf(1)).toEqual([]);
});

test("the viewer's reaction on another device is theirs here as well", () => {
  deliver({ reactions: [{ emoji: "👍", count: 24 }], userId: "nadia", emoji: "👍", added: false });
  expect(reactionsOf(0)).toEqual([{ emoji: "👍", userIds: ["ling"], count: 24, mine: false }]);
});

test("a late repetition of the viewer's own change counts it once", () => {
  const event = {
    reactions: [{ emoji: "👍", count: 25 }],
    userId: "nadia",
    emoji: "👍",
    added: true,
  };
  deliver(event);
  deliver(event);
  expect(reactionsOf(0)).toEqual([thumbs]);
});

test("the reactions of a deleted account disappear from the counts", () => {
  deliver({ reactions: [] });
  expect(reactionsOf(0)).toEqual([]);
});

test("a removed post gets none", () => {
  deliver({ postId: "c", reactions: [{ emoji: "👍", count: 1 }] });
  expect(reactionsOf(2)).toEqual([]);
});
