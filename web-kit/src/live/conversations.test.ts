import { QueryClient } from "@tanstack/react-query";
import { http, HttpResponse } from "msw";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { keys } from "../api/keys.ts";
import type { Conversation, ConversationFilter, Message } from "../api/message-types.ts";
import { conversation, message, nadia } from "../testing/messages-server.ts";
import { server } from "../testing/open-page.tsx";
import { applyMessage, leaveConversation } from "./conversations.ts";
import { readEvent } from "./events.ts";
import type { MessagePages } from "./message-pages.ts";
import type { Pages } from "./reducers.ts";
import { setReading } from "./viewing.ts";

const cache = new QueryClient();
const served: Record<string, Conversation> = {};

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

beforeEach(() => {
  cache.clear();
  setReading(null);
  for (const id of Object.keys(served)) delete served[id];
  server.use(
    http.get("/api/conversations/:id", ({ params }) => {
      const found = served[String(params.id)];
      return found === undefined
        ? HttpResponse.json({ status: 404, code: "conversation-not-found" }, { status: 404 })
        : HttpResponse.json(found);
    }),
    http.post("/api/conversations/:id/delivered", () => new HttpResponse(null, { status: 204 })),
  );
});

const setList = (filter: ConversationFilter, items: Conversation[], nextCursor: string | null) =>
  cache.setQueryData<Pages<Conversation>>(keys.conversationList(filter), {
    pages: [{ items, nextCursor }],
    pageParams: [null],
  });
const listed = (filter: ConversationFilter) =>
  cache
    .getQueryData<Pages<Conversation>>(keys.conversationList(filter))
    ?.pages.flatMap((page) => page.items.map(({ id }) => id));
const inList = (id: string) =>
  cache
    .getQueryData<Pages<Conversation>>(keys.conversationList("inbox"))
    ?.pages.flatMap((page) => page.items)
    .find((one) => one.id === id);
const tell = (sent: Message) =>
  applyMessage(
    cache,
    { type: "message.created", conversationId: sent.conversationId, message: sent },
    "nadia",
  );
const later = { timestamp: "2026-11-21T10:00:00Z" };

describe("a new message", () => {
  test("moves its conversation to the top and counts as unread once", () => {
    setList("inbox", [conversation("c2"), conversation("c1")], null);
    tell(message("m1", later));
    tell(message("m1", later));
    expect(listed("inbox")).toEqual(["c1", "c2"]);
    expect(inList("c1")).toMatchObject({ unreadMessages: 1, firstUnreadId: "m1" });
  });

  test("of the viewer, or in the conversation that is being read, is not unread", () => {
    setList("inbox", [conversation("c1")], null);
    tell(message("m1", { ...later, sender: nadia }));
    setReading("c1");
    tell(message("m2", { timestamp: "2026-11-21T10:01:00Z" }));
    expect(inList("c1")?.unreadMessages).toBe(0);
  });

  test("returns an archived conversation to the inbox, except a declined request", () => {
    setList("inbox", [], null);
    setList(
      "archived",
      [
        conversation("c1", { archived: true }),
        conversation("c2", { archived: true, state: "declined", ownerId: "kwame" }),
      ],
      null,
    );
    tell(message("m1", later));
    tell(message("m2", { ...later, conversationId: "c2" }));
    expect(listed("inbox")).toEqual(["c1"]);
    expect(listed("archived")).toEqual(["c2"]);
  });

  test("of a conversation that is not loaded reads it", async () => {
    setList("inbox", [], null);
    served["c1"] = conversation("c1", { unreadMessages: 1 });
    tell(message("m1", later));
    await vi.waitFor(() => expect(listed("inbox")).toEqual(["c1"]));
  });

  test("is added to a window that reaches the newest messages only", () => {
    const window = (previousCursor: string | null): MessagePages => ({
      pages: [{ items: [message("m0")], nextCursor: null, previousCursor }],
      pageParams: [null],
    });
    cache.setQueryData(keys.messageWindow("c1", null), window(null));
    cache.setQueryData(keys.messageWindow("c1", "m0"), window("more"));
    setList("inbox", [conversation("c1")], null);
    tell(message("m1", later));
    const ids = (around: string | null) =>
      cache
        .getQueryData<MessagePages>(keys.messageWindow("c1", around))
        ?.pages.flatMap((page) => page.items.map(({ id }) => id));
    expect(ids(null)).toEqual(["m0", "m1"]);
    expect(ids("m0")).toEqual(["m0"]);
  });
});

describe("a changed conversation", () => {
  test("is read again once for several events", async () => {
    let reads = 0;
    setList("inbox", [conversation("c1", { unreadMessages: 3 })], null);
    server.use(
      http.get("/api/conversations/:id", () => {
        reads += 1;
        return HttpResponse.json(conversation("c1"));
      }),
    );
    for (let at = 0; at < 5; at += 1) {
      applyMessage(cache, { type: "conversation.changed", conversationId: "c1" }, "nadia");
    }
    await vi.waitFor(() => expect(inList("c1")?.unreadMessages).toBe(0));
    await vi.waitFor(() => expect(reads).toBe(2));
  });

  test("that is no longer visible disappears from the lists", async () => {
    setList("inbox", [conversation("c1"), conversation("c2")], null);
    applyMessage(cache, { type: "conversation.changed", conversationId: "c1" }, "nadia");
    await vi.waitFor(() => expect(listed("inbox")).toEqual(["c2"]));
  });

  test("moves from the requests to the inbox when it was accepted", async () => {
    const request = conversation("c1", { state: "requested", ownerId: "kwame" });
    setList("requests", [request], null);
    setList("inbox", [], null);
    served["c1"] = { ...request, state: "open" };
    applyMessage(cache, { type: "conversation.changed", conversationId: "c1" }, "nadia");
    await vi.waitFor(() => expect(listed("inbox")).toEqual(["c1"]));
    expect(listed("requests")).toEqual([]);
  });
});

test("a conversation older than all loaded ones waits for its page", () => {
  setList("inbox", [conversation("c2", { lastUpdated: "2026-11-25T10:00:00Z" })], "more");
  cache.setQueryData(keys.conversation("c1"), conversation("c1"));
  applyMessage(
    cache,
    { type: "conversation.receipts", conversationId: "c1", userId: "kwame", seenAt: "x" },
    "nadia",
  );
  expect(listed("inbox")).toEqual(["c2"]);
});

test("events of conversations are read from the stream", () => {
  for (const event of [
    { type: "message.created", conversationId: "c1", message: { id: "m1" } },
    { type: "conversation.changed", conversationId: "c1" },
    { type: "conversation.receipts", conversationId: "c1", userId: "kwame", seenAt: "now" },
    { type: "conversation.typing", conversationId: "c1", userId: "kwame" },
    { type: "presence.changed", userId: "kwame", online: true },
  ]) {
    expect(readEvent(JSON.stringify(event))).toEqual(event);
  }
  expect(readEvent('{"type":"message.created","conversationId":"c1"}')).toBeNull();
});

describe("a group that the viewer has left", () => {
  const LEFT = { type: "conversation.left", conversationId: "c1" } as const;

  test("disappears from the lists without being read again", async () => {
    setList("inbox", [conversation("c2"), conversation("c1")], null);
    cache.setQueryData(keys.conversation("c1"), conversation("c1"));
    applyMessage(cache, LEFT, "nadia");
    expect(listed("inbox")).toEqual(["c2"]);
    expect(cache.getQueryData(keys.conversation("c1"))).toBeUndefined();
  });

  test("is not read by earlier events while the request is on its way", async () => {
    let requested = 0;
    server.use(
      http.get("/api/conversations/c1", () => {
        requested += 1;
        return HttpResponse.json(conversation("c1"));
      }),
    );
    await leaveConversation("c1", async () => {
      applyMessage(cache, { type: "conversation.changed", conversationId: "c1" }, "nadia");
    });
    expect(requested).toBe(0);
    applyMessage(cache, { type: "conversation.changed", conversationId: "c1" }, "nadia");
    await vi.waitFor(() => expect(requested).toBe(1));
  });
});
