import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Conversation } from "../../api/message-types.ts";
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
import { buildMember, buildPortal } from "../../testing/people.ts";
import { messagesRoutes } from "./routes.tsx";

servePages();

const me = buildMember({ id: "nadia" });
let world: MessagesFixture;

const last = (id: string, senderId: string, excerpt: string): Partial<Conversation> => ({
  lastMessage: {
    id,
    kind: "text",
    senderId,
    excerpt,
    timestamp: "2026-11-20T10:00:00Z",
    deleted: false,
    imageCount: 0,
  },
});

beforeEach(() => {
  world = messagesFixture(me);
  world.conversations = [
    conversation("c1", { unreadMessages: 2, ...last("m2", "kwame", "The draft is ready") }),
    conversation("c2", {
      participants: [nadia, priya],
      lastUpdated: "2026-11-19T10:00:00Z",
      ...last("m9", "nadia", "See you there"),
    }),
  ];
  world.messages = [message("m1"), message("m2", { timestamp: "2026-11-20T10:01:00Z" })];
  serveMessages(() => world);
});

const open = (path = "/messages") => openPage(path, ({ cache }) => messagesRoutes(cache));
const list = () => screen.findByRole("list", { name: "Conversations" });
const row = (name: RegExp) => within(screen.getByRole("complementary")).getByRole("link", { name });
const chip = (name: RegExp) => screen.findByRole("button", { name });

describe("the list", () => {
  test("shows names, the last message, own messages with a prefix, and unread counts", async () => {
    open();
    const rows = within(await list()).getAllByRole("link");
    expect(rows.map((one) => one.getAttribute("href"))).toEqual(["/messages/c1", "/messages/c2"]);
    expect(rows[0]?.textContent).toContain("Kwame Boateng");
    expect(rows[0]?.textContent).toContain("The draft is ready");
    expect(rows[0]?.textContent).toContain("2 unread");
    expect(rows[1]?.textContent).toContain("You: See you there");
  });

  test("shows the specified error, and loads again on request", async () => {
    server.use(http.get("/api/conversations", () => refusalResponse(500, "internal", "boom")));
    const { member } = open();
    expect(await screen.findByText("Failed to load conversations")).toBeDefined();
    serveMessages(() => world);
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await list()).toBeDefined();
  });

  test.each([
    [403, "forbidden", "Unable to load conversations. Please check your permissions."],
    [503, "unavailable", "Service temporarily unavailable. Please try again later."],
  ])("describes a failure with status %i", async (status, code, words) => {
    server.use(http.get("/api/conversations", () => refusalResponse(status, code, words)));
    open();
    expect(await screen.findByText(words)).toBeDefined();
  });

  test("moves a conversation with a new message to the top and counts it", async () => {
    open();
    await list();
    const sent = message("m10", {
      conversationId: "c2",
      sender: priya,
      content: "The hall is booked!",
      timestamp: "2026-11-21T10:00:00Z",
    });
    act(() => tell({ type: "message.created", conversationId: "c2", message: sent }));
    await waitFor(() => {
      const [first] = within(screen.getByRole("list", { name: "Conversations" })).getAllByRole(
        "link",
      );
      expect(first?.textContent).toContain("The hall is booked!");
      expect(first?.textContent).toContain("1 unread");
    });
  });

  test("confirms delivery of a message that arrives on any screen", async () => {
    open();
    await list();
    act(() =>
      tell({ type: "message.created", conversationId: "c1", message: message("m3", LATER) }),
    );
    await waitFor(() => expect(world.calls).toContain("POST /c1/delivered"), { timeout: 4000 });
  });

  test("filters unread and archived conversations and message requests", async () => {
    world.conversations.push(
      conversation("c3", { archived: true, participants: [nadia, priya] }),
      conversation("c4", { state: "requested", ownerId: "kwame" }),
    );
    const { member } = open();
    await list();
    await member.click(await chip(/^Unread/));
    expect(within(await list()).getAllByRole("link")).toHaveLength(1);
    await member.click(await chip(/^Requests\s?1/));
    await waitFor(() => expect(row(/Kwame/).getAttribute("href")).toBe("/messages/c4"));
    await member.click(await chip(/^Archived/));
    await waitFor(() => expect(row(/Priya/).getAttribute("href")).toBe("/messages/c3"));
  });

  test("is navigated with arrow keys", async () => {
    const { member, path } = open();
    within(await list())
      .getAllByRole("link")[0]
      ?.focus();
    await member.keyboard("{ArrowDown}{Enter}");
    await waitFor(() => expect(path()).toBe("/messages/c2"));
  });

  test("tells what to do while it is empty", async () => {
    world.conversations = [];
    const { member, path } = open();
    expect(await screen.findByRole("heading", { name: "No conversations yet" })).toBeDefined();
    const [, action] = screen.getAllByRole("button", { name: "New conversation" });
    if (action !== undefined) await member.click(action);
    expect(path()).toBe("/messages/new");
  });
});

const LATER = { timestamp: "2026-11-20T12:00:00Z" };
let told = 0;
function tell(event: unknown): void {
  told += 1;
  streams[0]?.tell(told, event);
}

describe("the menu of a conversation", () => {
  const openMenu = async (member: ReturnType<typeof open>["member"]) => {
    await list();
    await member.click(screen.getByRole("button", { name: "Actions for Kwame Boateng" }));
  };

  test("mutes, and marks as read and unread", async () => {
    const { member } = open();
    await openMenu(member);
    await member.click(await screen.findByRole("menuitem", { name: "Mute" }));
    expect(await screen.findByText("Muted")).toBeDefined();
    await openMenu(member);
    await member.click(await screen.findByRole("menuitem", { name: "Mark as read" }));
    await waitFor(() => expect(row(/Kwame/).textContent).not.toContain("unread"));
    await openMenu(member);
    await member.click(await screen.findByRole("menuitem", { name: "Mark as unread" }));
    await waitFor(() => expect(row(/Kwame/).textContent).toContain("Marked as unread"));
    const changes = world.calls.filter((one) => !one.endsWith("/delivered"));
    expect(changes).toEqual(["PATCH /c1", "POST /c1/read", "PATCH /c1"]);
  });

  test("archives, which can be undone", async () => {
    const { member } = open();
    await openMenu(member);
    await member.click(await screen.findByRole("menuitem", { name: "Archive" }));
    expect(await screen.findByText("Conversation archived")).toBeDefined();
    expect(screen.queryByRole("link", { name: /Kwame/ })).toBeNull();
    await member.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(row(/Kwame/)).toBeDefined());
  });

  test("restores the conversation with the server's message if a change fails", async () => {
    const words = "Failed to update conversation";
    server.use(http.patch("/api/conversations/:id", () => refusalResponse(500, "internal", words)));
    const { member } = open();
    await openMenu(member);
    await member.click(await screen.findByRole("menuitem", { name: "Archive" }));
    expect(await screen.findByText(words)).toBeDefined();
    expect(row(/Kwame/)).toBeDefined();
  });

  test("blocks the other person after a question", async () => {
    const blocked = vi.fn<(id: unknown) => void>();
    server.use(
      http.put("/api/users/:id/block", ({ params }) => {
        blocked(params.id);
        return HttpResponse.json({ isBlocked: true });
      }),
    );
    const { member } = open();
    await openMenu(member);
    await member.click(await screen.findByRole("menuitem", { name: "Block Kwame" }));
    const dialog = await screen.findByRole("dialog", { name: "Block Kwame?" });
    await member.click(within(dialog).getByRole("button", { name: "Block" }));
    expect(await screen.findByText("You blocked Kwame.")).toBeDefined();
    expect(blocked).toHaveBeenCalledWith("kwame");
  });

  test("leaves a group after a question", async () => {
    world.conversations = [
      conversation("c1", { kind: "group", title: "Reunion", participants: [nadia, kwame, priya] }),
    ];
    server.use(
      http.delete("/api/conversations/:id/participants/me", () => {
        world.conversations = [];
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { member, path } = open("/messages/c1");
    await list();
    const [menu] = await screen.findAllByRole("button", { name: "Actions for Reunion" });
    if (menu !== undefined) await member.click(menu);
    await member.click(await screen.findByRole("menuitem", { name: "Leave group" }));
    const dialog = await screen.findByRole("dialog", { name: "Leave Reunion?" });
    await member.click(within(dialog).getByRole("button", { name: "Leave group" }));
    await waitFor(() => expect(path()).toBe("/messages"));
    expect(screen.queryByRole("link", { name: /Reunion/ })).toBeNull();
  });
});

describe("the search", () => {
  const search = async (member: ReturnType<typeof open>["member"], words: string) =>
    member.type(
      await screen.findByRole("searchbox", { name: "Search people and messages" }),
      words,
    );

  test("finds people and messages, and opens the conversation at the message", async () => {
    world.hits = [
      {
        conversation: { id: "c1", title: null, participants: [nadia, kwame] },
        message: {
          id: "m1",
          kind: "text",
          senderId: "kwame",
          excerpt: "The 🏛️ strain limits",
          timestamp: "2026-11-20T10:00:00Z",
          deleted: false,
          imageCount: 0,
        },
        match: [[7, 13]],
      },
    ];
    const { member, address } = open();
    await search(member, "priya");
    const people = await screen.findByRole("list", { name: "People and groups" });
    expect(within(people).getByRole("link").getAttribute("href")).toBe("/messages/c2");
    const hits = screen.getByRole("list", { name: "Messages" });
    expect(hits.querySelector("mark")?.textContent).toBe("strain");
    await member.click(within(hits).getByRole("link"));
    await waitFor(() => expect(address()).toBe("/messages/c1?around=m1"));
    await waitFor(() => expect(document.getElementById("message-m1")).not.toBeNull());
  });

  test("reports that nothing was found", async () => {
    const { member } = open();
    await search(member, "zzz");
    expect(await screen.findByText("Nothing found for “zzz”.")).toBeDefined();
  });
});

describe("a conversation that is not visible", () => {
  test("is reported as not found", async () => {
    open("/messages/none");
    expect(await screen.findByRole("heading", { name: "Conversation not found" })).toBeDefined();
    expect(screen.queryByRole("button", { name: "Open on Guildhall" })).toBeNull();
  });

  test("is offered on the main site by a portal", async () => {
    openPage("/messages/none", ({ cache }) => messagesRoutes(cache), {
      mode: "whitelabel",
      portal: buildPortal,
    });
    expect(await screen.findByRole("heading", { name: "Conversation not found" })).toBeDefined();
    expect(screen.getByRole("button", { name: "Open on Guildhall" })).toBeDefined();
  });

  test("disappears from the list and the screen when the viewer was removed", async () => {
    open("/messages/c1");
    await list();
    await screen.findByRole("feed", { name: "Messages" });
    world.conversations = world.conversations.filter(({ id }) => id !== "c1");
    act(() => tell({ type: "conversation.changed", conversationId: "c1" }));
    expect(await screen.findByRole("heading", { name: "Conversation not found" })).toBeDefined();
    expect(screen.queryByRole("link", { name: /Kwame/ })).toBeNull();
  });
});

test("a deleted account is shown as a former member", async () => {
  world.conversations = [
    conversation("c1", {
      participants: [nadia],
      refusal: "This person is no longer a member",
      ...last("m1", kwame.userId, "Goodbye"),
    }),
  ];
  open("/messages/c1");
  expect(await screen.findByRole("heading", { name: "Former member" })).toBeDefined();
  expect(await screen.findByText("This person is no longer a member")).toBeDefined();
  expect(screen.queryByRole("textbox")).toBeNull();
});
