import { describe, expect, test } from "vitest";
import { message, nadia } from "../../testing/messages-server.ts";
import type { PendingMessage } from "./outbox.ts";
import { buildTimeline, firstUnreadOf, unsavedMessages } from "./timeline.ts";

const pending = (key: string): PendingMessage => ({
  key,
  viewerId: "nadia",
  conversationId: "c1",
  draft: "Words",
  content: "Words",
  replyTo: null,
  images: [],
  created: "2026-11-20T10:05:00Z",
  state: "sending",
  waited: false,
});

const options = {
  viewerId: "nadia",
  firstUnreadId: null,
  hasOlder: false,
  dayOf: (at: string) => at.slice(0, 10),
};

const describeRow = (row: ReturnType<typeof buildTimeline>[number]) =>
  "isFirst" in row ? `${row.key}${row.isFirst ? "^" : ""}${row.isLast ? "_" : ""}` : row.kind;
const shape = (...args: Parameters<typeof buildTimeline>) =>
  buildTimeline(...args).map(describeRow);

describe("the rows of a conversation", () => {
  test("have a line for each day", () => {
    const messages = [
      message("m1", { timestamp: "2026-11-19T10:00:00Z" }),
      message("m2", { timestamp: "2026-11-20T10:00:00Z" }),
    ];
    expect(shape(messages, [], options)).toEqual(["day", "m1^_", "day", "m2^_"]);
    // The first loaded message may not be the first of its day.
    const partial = { ...options, hasOlder: true };
    expect(shape(messages, [], partial)).toEqual(["m1^_", "day", "m2^_"]);
  });

  test("join consecutive messages of one sender within five minutes", () => {
    const at = (id: string, minute: number, own = false) =>
      message(id, {
        timestamp: `2026-11-20T10:${String(minute).padStart(2, "0")}:00Z`,
        ...(own && { sender: nadia }),
      });
    const messages = [at("m1", 0), at("m2", 3), at("m3", 9), at("m4", 10, true), at("m5", 11)];
    expect(shape(messages, [], options)).toEqual(["day", "m1^", "m2_", "m3^_", "m4^_", "m5^_"]);
  });

  test("have a line before the first unread message, which begins a run", () => {
    const messages = [message("m1"), message("m2")];
    const unread = { ...options, firstUnreadId: "m2" };
    expect(shape(messages, [], unread)).toEqual(["day", "m1^_", "new", "m2^_"]);
  });

  test("end with the pending messages, which keep their keys when they are saved", () => {
    const before = buildTimeline([message("m1")], [pending("k1")], options);
    const saved = message("m2", { sender: nadia, idempotencyKey: "k1" });
    const after = buildTimeline([message("m1"), saved], [pending("k1")], options);
    expect(before.at(-1)?.key).toBe("k1");
    expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key));
    expect(unsavedMessages([pending("k1"), pending("k2")], [saved])).toEqual([pending("k2")]);
  });
});

describe("the first unread message", () => {
  const messages = [message("m1"), message("m2"), message("m3", { sender: nadia }), message("m4")];

  test("is counted among the messages of others", () => {
    expect(firstUnreadOf(messages, 2, "nadia")).toBe("m2");
    expect(firstUnreadOf(messages, 0, "nadia")).toBeNull();
    expect(firstUnreadOf(messages, 9, "nadia")).toBe("m1");
  });
});
