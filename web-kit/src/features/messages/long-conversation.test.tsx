import { act, configure, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { mockLayout, scrollWindow } from "../../testing/layout.ts";
import {
  conversation,
  message,
  type MessagesFixture,
  messagesFixture,
  serveMessages,
} from "../../testing/messages-server.ts";
import { openPage, servePages, streams } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { messagesRoutes } from "./routes.tsx";

servePages();
configure({ asyncUtilTimeout: 20_000 });
vi.setConfig({ testTimeout: 60_000 });

const me = buildMember({ id: "nadia" });
const START = Date.parse("2026-11-01T08:00:00Z");
/** A conversation of 10,000 messages, one a minute. */
const all = Array.from({ length: 10_000 }, (_, at) =>
  message(`m${at}`, {
    content: `Message ${at}`,
    timestamp: new Date(START + at * 60_000).toISOString(),
  }),
);
let world: MessagesFixture;

beforeEach(() => {
  mockLayout();
  world = messagesFixture(me);
  world.conversations = [conversation("c1", { messageCount: all.length })];
  world.messages = all;
  serveMessages(() => world);
});

const open = (path = "/messages/c1") => openPage(path, ({ cache }) => messagesRoutes(cache));
const feed = () => screen.findByRole("feed", { name: "Messages" });
const shown = () => screen.queryAllByRole("article").map(({ id }) => id);
const sees = (id: string) => waitFor(() => expect(shown()).toContain(`message-${id}`));
const box = async () => {
  const found = (await feed()).parentElement?.parentElement;
  if (!found) throw new Error("the feed scrolls in nothing");
  return found;
};
const scrollTo = async (top: number) => {
  const scrolled = await box();
  act(() => scrollWindow(scrolled, top));
};
const reads = () => world.calls.filter((one) => one === "POST /c1/read").length;

let told = 0;
const tell = (id: string) => {
  told += 1;
  const sent = message(id, { timestamp: new Date(START + 2_000_000_000 + told).toISOString() });
  const event = { type: "message.created", conversationId: "c1", message: sent };
  act(() => streams[0]?.tell(told, event));
};

describe("a conversation of 10,000 messages", () => {
  test("opens at its end and renders only nearby messages", async () => {
    open();
    await sees("m9990");
    expect(shown().length).toBeLessThan(40);
    expect(shown()).not.toContain("message-m9955");
  });

  test("loads older messages when scrolling up and keeps the reading position", async () => {
    open();
    await sees("m9990");
    await scrollTo(600);
    const before = shown();
    const scrolled = await box();
    await waitFor(() => expect(scrolled.scrollTop).toBeGreaterThan(600));
    expect(shown()).toContain(before[Math.floor(before.length / 2)]);
  });

  test("opens at a message far up, and reaches the newest from there", async () => {
    const { member, address } = open("/messages/c1?around=m4000");
    await sees("m4000");
    expect(document.querySelector("#message-m4000.bg-brand-subtle")).not.toBeNull();
    expect(shown()).not.toContain("message-m9999");
    await member.click(await screen.findByRole("button", { name: "Jump to newest" }));
    await sees("m9990");
    expect(address()).toBe("/messages/c1");
  });

  test("loads newer messages when scrolling down, without skipping any", async () => {
    open("/messages/c1?around=m4000");
    await sees("m4000");
    const scrolled = await box();
    const seen = new Set<number>();
    const note = () => {
      for (const id of shown()) seen.add(Number(id.replace("message-m", "")));
    };
    while (!seen.has(4120)) {
      note();
      const top = scrolled.scrollTop + 420;
      // oxlint-disable-next-line no-await-in-loop -- one step after the other
      await scrollTo(top);
    }
    const passed = Array.from({ length: 121 }, (_, at) => 4000 + at);
    expect(passed.filter((at) => !seen.has(at))).toEqual([]);
    expect(shown()).not.toContain("message-m9999");
  });

  test("opens at the first of many unread messages", async () => {
    world.conversations = [
      conversation("c1", { unreadMessages: 3000, firstUnreadId: "m7000", messageCount: 10_000 }),
    ];
    open();
    await sees("m7000");
    expect(screen.getByText("New messages")).toBeDefined();
  });

  test("is not marked as read at a search hit above the unread messages", async () => {
    world.conversations = [conversation("c1", { unreadMessages: 1, firstUnreadId: "m9999" })];
    const { member } = open("/messages/c1?around=m4000");
    await sees("m4000");
    await member.click(await screen.findByRole("button", { name: "Jump to newest" }));
    await sees("m9990");
    await waitFor(() => expect(reads()).toBe(1));
  });

  test("counts new messages while the reader is further up, and does not mark them as read", async () => {
    const { member } = open();
    await sees("m9990");
    await scrollTo(900);
    tell("new1");
    const jump = await screen.findByRole("button", { name: "1 new message" });
    expect(shown()).not.toContain("message-m9990");
    await waitFor(() => expect(world.calls).toContain("POST /c1/delivered"));
    expect(reads()).toBe(0);
    await member.click(jump);
    await sees("new1");
    await waitFor(() => expect(reads()).toBe(1));
  });

  test("follows new messages at its end", async () => {
    open();
    await sees("m9990");
    tell("new2");
    await sees("new2");
  });
});
