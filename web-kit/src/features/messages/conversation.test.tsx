import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { excerptOf } from "../../live/conversation-lists.ts";
import { refusalResponse } from "../../testing/community-server.ts";
import {
  conversation,
  kwame,
  message,
  type MessagesFixture,
  messagesFixture,
  nadia,
  priya,
  serveMessages,
} from "../../testing/messages-server.ts";
import { openPage, servePages, server, streams } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { drafts } from "../posts/drafts.ts";
import { messagesRoutes } from "./routes.tsx";

servePages();

const me = buildMember({ id: "nadia" });
let world: MessagesFixture;

beforeEach(() => {
  drafts.forget(me.id);
  world = messagesFixture(me);
  world.conversations = [conversation("c1")];
  world.messages = [
    message("m1", { timestamp: "2026-11-19T10:00:00Z" }),
    message("m2", { sender: nadia, timestamp: "2026-11-20T09:00:00Z" }),
    message("m3", { timestamp: "2026-11-20T10:00:00Z" }),
  ];
  serveMessages(() => world);
});

const open = (path = "/messages/c1") => openPage(path, ({ cache }) => messagesRoutes(cache));
const feed = () => screen.findByRole("feed", { name: "Messages" });
const article = async (id: string) => {
  await waitFor(() => expect(document.getElementById(`message-${id}`)).not.toBeNull());
  const found = document.getElementById(`message-${id}`);
  if (found === null) throw new Error(`no message ${id}`);
  return found;
};

let told = 100;
function tell(event: unknown): void {
  told += 1;
  act(() => streams[0]?.tell(told, event));
}

describe("the messages", () => {
  test("are no feed while there are none", async () => {
    world.messages = [];
    open();
    expect(await screen.findByText(/^No messages yet/)).toBeDefined();
    expect(screen.queryByRole("feed")).toBeNull();
  });

  test("are grouped by day, with sender and time", async () => {
    open();
    await article("m3");
    const rows = within(await feed()).getAllByRole("article");
    expect(rows.map(({ id }) => id)).toEqual(["message-m1", "message-m2", "message-m3"]);
    expect(screen.getByText("Thursday 19 November")).toBeDefined();
    expect(screen.getByText("Friday 20 November")).toBeDefined();
    expect(rows[1]?.getAttribute("aria-label")).toMatch(/^You wrote/);
  });

  test("show the specified error, and load again on request", async () => {
    server.use(
      http.get("/api/conversations/:id/messages", () => refusalResponse(500, "internal", "boom")),
    );
    const { member } = open();
    expect(await screen.findByText("Failed to load messages")).toBeDefined();
    serveMessages(() => world);
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await article("m3")).toBeDefined();
  });

  test("open at the newest if the requested one is not found", async () => {
    const { address } = open("/messages/c1?around=none");
    expect(await screen.findByText("Message not found")).toBeDefined();
    expect(await article("m3")).toBeDefined();
    expect(address()).toBe("/messages/c1");
  });

  test("have links to safe addresses only", async () => {
    world.messages = [
      message("m1", { content: "See https://example.org and javascript:alert(1)" }),
    ];
    open();
    const links = within(await article("m1")).getAllByRole("link");
    expect(links.map((one) => one.getAttribute("href"))).toEqual(["https://example.org/"]);
  });

  test("show quotes, edits, deletions and pictures", async () => {
    const quoted = {
      id: "m1",
      kind: "text" as const,
      senderId: "kwame",
      excerpt: "The first words",
      timestamp: "2026-11-19T10:00:00Z",
      deleted: false,
      imageCount: 0,
    };
    const picture = { id: "p1", url: "/media/p1", width: 40, height: 30, alt: "A cable" };
    world.messages = [
      message("m1", { replyTo: quoted, editedAt: "2026-11-20T10:00:00Z" }),
      message("m2", { deleted: true, content: "" }),
      message("m3", { content: "", images: [picture] }),
    ];
    open();
    expect(within(await article("m1")).getByText("The first words")).toBeDefined();
    expect(within(await article("m1")).getByText("Edited")).toBeDefined();
    expect(within(await article("m2")).getByText("This message was deleted")).toBeDefined();
    expect(within(await article("m3")).getByRole("img", { name: "A cable" })).toBeDefined();
  });

  test("of a group name their senders and describe its changes", async () => {
    world.conversations = [
      conversation("c1", { kind: "group", title: "Reunion", participants: [nadia, kwame, priya] }),
    ];
    world.messages = [
      message("m1", { kind: "added", sender: nadia, subjectId: "priya" }),
      message("m2", { kind: "renamed", content: "Reunion" }),
      message("m3", { kind: "left", sender: priya }),
      message("m4"),
    ];
    open();
    expect(await screen.findByText("You added Priya Raghunathan")).toBeDefined();
    expect(screen.getByText("Kwame Boateng renamed the group to Reunion")).toBeDefined();
    expect(screen.getByText("Priya Raghunathan left the group")).toBeDefined();
    expect(within(await article("m4")).getByText("Kwame Boateng")).toBeDefined();
    expect(screen.getByText("3 people")).toBeDefined();
  });

  test("are reacted to, and the reaction is undone if the server refuses it", async () => {
    const words = "Failed to react to message";
    server.use(
      http.post("/api/conversations/:id/messages/:messageId/reactions", () =>
        refusalResponse(500, "internal", words),
      ),
    );
    const { member } = open();
    const third = await article("m3");
    await member.click(
      within(third).getByRole("button", { name: "React to the message of Kwame Boateng" }),
    );
    await member.click(await screen.findByRole("menuitem", { name: "Thumbs up" }));
    expect(await screen.findByText(words)).toBeDefined();
    expect(screen.queryByRole("button", { name: "👍 by You" })).toBeNull();
    server.use(
      http.post("/api/conversations/:id/messages/:messageId/reactions", () =>
        HttpResponse.json(message("m3", { reactions: [{ emoji: "👍", userIds: ["nadia"] }] })),
      ),
    );
    await member.click(
      within(third).getByRole("button", { name: "React to the message of Kwame Boateng" }),
    );
    await member.click(await screen.findByRole("menuitem", { name: "Thumbs up" }));
    const mine = await screen.findByRole("button", { name: "👍 by You" });
    expect(mine.getAttribute("aria-pressed")).toBe("true");
  });

  test("are deleted for everyone after a question", async () => {
    server.use(
      http.delete("/api/conversations/:id/messages/:messageId", () =>
        HttpResponse.json(message("m2", { sender: nadia, deleted: true, content: "" })),
      ),
    );
    const { member } = open();
    const own = await article("m2");
    await member.click(within(own).getByRole("button", { name: "Actions for your message" }));
    await member.click(await screen.findByRole("menuitem", { name: "Delete for everyone" }));
    const dialog = await screen.findByRole("dialog", { name: "Delete this message?" });
    await member.click(within(dialog).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("You deleted this message")).toBeDefined();
  });

  test("are reported to staff once, with a reason", async () => {
    const reported = vi.fn<(body: unknown) => void>();
    server.use(
      http.post("/api/conversations/:id/messages/:messageId/report", async ({ request }) => {
        reported(await request.json());
        return HttpResponse.json({ id: "r1" }, { status: 201 });
      }),
    );
    const { member } = open();
    const theirs = await article("m3");
    await member.click(
      within(theirs).getByRole("button", { name: "Actions for the message of Kwame Boateng" }),
    );
    await member.click(await screen.findByRole("menuitem", { name: "Report" }));
    const dialog = await screen.findByRole("dialog", { name: "Report this message?" });
    await member.type(within(dialog).getByRole("textbox", { name: /Reason/ }), "Threats");
    await member.click(within(dialog).getByRole("button", { name: "Report" }));
    expect(await screen.findByText("Report sent")).toBeDefined();
    expect(reported).toHaveBeenCalledExactlyOnceWith({ reason: "Threats" });
  });
});

describe("live events", () => {
  test("add, change and delete messages", async () => {
    open();
    await article("m3");
    const sent = message("m4", { timestamp: "2026-11-20T11:00:00Z", content: "Just now" });
    tell({ type: "message.created", conversationId: "c1", message: sent });
    expect(await screen.findAllByText("Just now")).not.toHaveLength(0);
    const edited = { ...sent, content: "Just edited", editedAt: "2026-11-20T11:01:00Z" };
    tell({ type: "message.updated", conversationId: "c1", message: edited });
    expect(within(await article("m4")).getByText("Just edited")).toBeDefined();
    tell({
      type: "message.updated",
      conversationId: "c1",
      message: { ...edited, deleted: true, content: "" },
    });
    expect(within(await article("m4")).getByText("This message was deleted")).toBeDefined();
    // An event that arrives late changes nothing.
    tell({ type: "message.updated", conversationId: "c1", message: edited });
    expect(within(await article("m4")).getByText("This message was deleted")).toBeDefined();
  });

  test("show receipts below the latest own message that they reach", async () => {
    open();
    const own = await article("m2");
    tell({
      type: "conversation.receipts",
      conversationId: "c1",
      userId: "kwame",
      deliveredAt: "2026-11-20T09:00:01Z",
    });
    expect(await within(own).findByText(/Delivered/)).toBeDefined();
    tell({
      type: "conversation.receipts",
      conversationId: "c1",
      userId: "kwame",
      seenAt: "2026-11-20T09:44:00Z",
    });
    expect(await within(own).findByText(/Seen \d\d:44/)).toBeDefined();
    expect(within(own).queryByText(/Delivered/)).toBeNull();
  });

  test("show who is typing until their message arrives", async () => {
    open();
    await article("m3");
    tell({ type: "conversation.typing", conversationId: "c1", userId: "kwame" });
    expect(await screen.findByText("Kwame is typing")).toBeDefined();
    const sent = message("m4", { timestamp: "2026-11-20T11:00:00Z" });
    tell({ type: "message.created", conversationId: "c1", message: sent });
    await waitFor(() => expect(screen.queryByText("Kwame is typing")).toBeNull());
  });

  test("show presence in the header", async () => {
    world.conversations = [
      conversation("c1", { presence: [{ userId: "kwame", online: true, lastActiveAt: null }] }),
    ];
    open();
    expect(await screen.findByText("Northgate · Online")).toBeDefined();
    tell({ type: "presence.changed", userId: "kwame", online: false });
    expect(await screen.findByText("Northgate · Active just now")).toBeDefined();
  });
});

let marker = 0;

describe("the read mark", () => {
  const reads = () => world.calls.filter((one) => one === "POST /c1/read").length;
  const unreadElsewhere = () => {
    // Its delivery is confirmed once on a page, so each test has a message of its own.
    marker += 1;
    const unread = message(`marker-${marker}`, { conversationId: "c2", sender: priya });
    return conversation("c2", {
      participants: [nadia, priya],
      unreadMessages: 1,
      lastMessage: excerptOf(unread),
    });
  };
  /** The delivery of a message in another conversation is confirmed after the time of a read mark. */
  const laterCall = () =>
    waitFor(() => expect(world.calls).toContain("POST /c2/delivered"), { timeout: 4000 });

  test("is sent on opening, below a line for the unread messages", async () => {
    world.conversations = [conversation("c1", { unreadMessages: 1, firstUnreadId: "m3" })];
    open();
    expect(await screen.findByText("New messages")).toBeDefined();
    await waitFor(() => expect(reads()).toBe(1));
  });

  test("is sent when the reader leaves before its pause ends", async () => {
    world.conversations = [conversation("c1", { unreadMessages: 1, firstUnreadId: "m3" })];
    open();
    await article("m3");
    // At once, before the pause of the mark ends.
    cleanup();
    await waitFor(() => expect(reads()).toBe(1));
  });

  test("is not sent for a conversation without unread messages", async () => {
    world.conversations.push(unreadElsewhere());
    open();
    await article("m3");
    await laterCall();
    expect(reads()).toBe(0);
  });

  test("is sent once for messages that arrive together in view", async () => {
    open();
    await article("m3");
    for (const id of ["m4", "m5"]) {
      const sent = message(id, { timestamp: `2026-11-20T11:00:0${id.slice(1)}Z` });
      tell({ type: "message.created", conversationId: "c1", message: sent });
    }
    await article("m5");
    await waitFor(() => expect(reads()).toBe(1));
  });

  test("waits while the page is hidden", async () => {
    const hidden = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    world.conversations = [conversation("c1", { unreadMessages: 1, firstUnreadId: "m3" })];
    world.conversations.push(unreadElsewhere());
    server.use(
      http.post("/api/usersCheckAuthStatus", () => HttpResponse.json({ customToken: "here" })),
    );
    open();
    await article("m3");
    await laterCall();
    expect(reads()).toBe(0);
    hidden.mockReturnValue("visible");
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    await waitFor(() => expect(reads()).toBe(1));
  });
});

describe("a message request", () => {
  beforeEach(() => {
    world.conversations = [conversation("c1", { state: "requested", ownerId: "kwame" })];
  });

  test("is accepted, after which the viewer can write", async () => {
    const { member } = open();
    expect(await screen.findByText("Kwame would like to write to you")).toBeDefined();
    expect(screen.queryByRole("textbox", { name: /Message to/ })).toBeNull();
    await member.click(screen.getByRole("button", { name: "Accept" }));
    expect(await screen.findByRole("textbox", { name: "Message to Kwame" })).toBeDefined();
    expect(world.calls).toContain("POST /c1/accept");
  });

  test("is declined, and can be accepted later", async () => {
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Decline" }));
    expect(await screen.findByText("You declined this request")).toBeDefined();
    expect(world.calls).toContain("POST /c1/decline");
    expect(screen.getByRole("button", { name: "Accept" })).toBeDefined();
  });

  test("can be answered with a block", async () => {
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Block" }));
    expect(await screen.findByRole("dialog", { name: "Block Kwame?" })).toBeDefined();
  });
});

describe("a message list", () => {
  test("is navigated with arrow keys", async () => {
    const { member } = open();
    (await article("m3")).focus();
    await member.keyboard("{ArrowUp}");
    expect(document.activeElement?.id).toBe("message-m2");
    await member.keyboard("{Home}");
    expect(document.activeElement?.id).toBe("message-m1");
  });

  test("Escape returns to the row of the conversation", async () => {
    const { member } = open();
    (await article("m3")).focus();
    await member.keyboard("{Escape}");
    expect(document.activeElement?.getAttribute("href")).toBe("/messages/c1");
  });
});
