import { describe, expect, test } from "vitest";
import { post } from "../../testing/factories.ts";
import type { PendingPost } from "./outbox.ts";
import { firstUnread, isSaved, buildTimeline, unsavedPosts } from "./timeline.ts";

function waiting(key: string, changes: Partial<PendingPost> = {}): PendingPost {
  return {
    key,
    viewerId: "nadia",
    communityId: "bridges",
    threadId: "cable",
    parentPostId: null,
    replyTo: null,
    draft: "One at a time",
    content: "One at a time",
    images: [],
    files: [],
    poll: null,
    created: "2026-11-20T10:00:00Z",
    state: "sending",
    waited: false,
    ...changes,
  };
}

const own = (id: string, seconds: string, changes = {}) =>
  post(id, {
    authorId: "nadia",
    content: "One at a time",
    created: `2026-11-20T10:00:${seconds}Z`,
    ...changes,
  });

const kinds = (rows: ReturnType<typeof buildTimeline>) =>
  rows.map((row) => ("connected" in row && row.connected ? `${row.kind}+` : row.kind));

describe("isSaved", () => {
  test("matches by idempotency key", () => {
    expect(isSaved(waiting("k"), own("p", "59", { idempotencyKey: "k" }), "nadia")).toBe(true);
    expect(isSaved(waiting("k"), own("p", "01", { idempotencyKey: "other" }), "nadia")).toBe(false);
  });

  test("matches by text and author within five seconds without a key", () => {
    expect(isSaved(waiting("k"), own("p", "05"), "nadia")).toBe(true);
    expect(isSaved(waiting("k"), own("p", "06"), "nadia")).toBe(false);
    expect(isSaved(waiting("k"), own("p", "01", { authorId: "kwame" }), "nadia")).toBe(false);
    expect(isSaved(waiting("k"), own("p", "01", { content: "Two" }), "nadia")).toBe(false);
  });

  test("matches the text as typed", () => {
    const content = "Bridges & <b>cables</b> &amp;";
    expect(isSaved(waiting("k", { content }), own("p", "01", { content }), "nadia")).toBe(true);
  });
});

test("a saved post matches one pending post only", () => {
  const left = unsavedPosts([waiting("k1"), waiting("k2")], [own("p", "01")], "nadia");
  expect(left.map((pending) => pending.key)).toEqual(["k2"]);
});

describe("timeline", () => {
  const dayOf = (at: string) => at.slice(0, 10);
  const opened = { unread: 0, readUpTo: "2026-11-20T09:59:00Z" };
  const options = { viewerId: "nadia", opened, hasOlder: false, dayOf };

  test("puts a divider before each day", () => {
    const rows = buildTimeline(
      [post("a"), post("b", { created: "2026-11-21T09:00:00Z" })],
      [],
      options,
    );
    expect(kinds(rows)).toEqual(["day", "post", "day", "post"]);
  });

  test("puts no divider if the day may begin in posts that are not loaded", () => {
    const posts = [post("a"), post("b", { created: "2026-11-21T09:00:00Z" })];
    const rows = buildTimeline(posts, [], { ...options, hasOlder: true });
    expect(kinds(rows)).toEqual(["post", "day", "post"]);
  });

  test("connects a reply to the chain directly above it", () => {
    const rows = buildTimeline(
      [
        post("a"),
        post("b", { parentPostId: "a" }),
        post("c", { parentPostId: "a" }),
        post("d"),
        post("e", { parentPostId: "a" }),
      ],
      [waiting("k", { parentPostId: "a" })],
      options,
    );
    expect(kinds(rows)).toEqual(["day", "post", "post+", "post+", "post", "post", "pending+"]);
  });

  test("marks the first unread post of others", () => {
    const posts = [
      post("a", { created: "2026-11-20T09:59:00Z" }),
      own("c", "01"),
      post("b", { created: "2026-11-20T10:00:01Z", removed: "deleted" }),
      post("d", { created: "2026-11-20T10:00:01.000001Z" }),
    ];
    const read = { unread: 1, readUpTo: "2026-11-20T09:59:00Z" };
    expect(firstUnread(posts, read, "nadia")).toBe("d");
    expect(firstUnread(posts, { ...read, unread: 0 }, "nadia")).toBeNull();
    const rows = buildTimeline(posts, [], { ...options, opened: read });
    expect(kinds(rows)).toEqual(["day", "post", "post", "post", "new", "post"]);
  });

  test("shows pending posts last until they have arrived", () => {
    const before = buildTimeline([post("a")], [waiting("k")], options);
    expect(kinds(before)).toEqual(["day", "post", "pending"]);
    const after = buildTimeline([post("a"), own("p", "02")], [waiting("k")], options);
    expect(kinds(after)).toEqual(["day", "post", "post"]);
  });
});
