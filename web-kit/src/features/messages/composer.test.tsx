import { act, screen, waitFor, within } from "@testing-library/react";
import { delay, http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { refusalResponse } from "../../testing/community-server.ts";
import {
  conversation,
  message,
  type MessagesFixture,
  messagesFixture,
  nadia,
  priya,
  serveMessages,
} from "../../testing/messages-server.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { drafts } from "../posts/drafts.ts";
import { messagesRoutes } from "./routes.tsx";

servePages();

const me = buildMember({ id: "nadia" });
let world: MessagesFixture;

beforeEach(() => {
  drafts.forget(me.id);
  world = messagesFixture(me);
  world.conversations = [
    conversation("c1"),
    conversation("c2", { participants: [nadia, priya], lastUpdated: "2026-11-19T10:00:00Z" }),
  ];
  world.messages = [message("m1")];
  serveMessages(() => world);
});

const open = (path = "/messages/c1") => openPage(path, ({ cache }) => messagesRoutes(cache));
const box = (name = "Message to Kwame") => screen.findByRole("textbox", { name });
const feed = () => screen.findByRole("feed", { name: "Messages" });
const inFeed = async (words: string) => within(await feed()).findByText(words);
const path = "/api/conversations/:id/messages";

describe("sending", () => {
  test("shows the message at once, then as saved, exactly once", async () => {
    let answer = () => {};
    const held = new Promise<void>((done) => {
      answer = done;
    });
    server.use(
      http.post(path, async () => {
        await held;
        return undefined;
      }),
    );
    const { member } = open();
    await member.type(await box(), "See you at six{Enter}");
    expect(await inFeed("See you at six")).toBeDefined();
    expect(screen.getByText("Sending…")).toBeDefined();
    expect((await box()).textContent).toBe("");
    answer();
    await waitFor(() => expect(screen.queryByText("Sending…")).toBeNull());
    expect(within(await feed()).getAllByText("See you at six")).toHaveLength(1);
    expect(world.sent[0]?.body).toEqual({ content: "See you at six" });
  });

  test("keeps the order of messages that are written quickly", async () => {
    server.use(
      http.post(path, async () => {
        await delay(50);
        return undefined;
      }),
    );
    const { member } = open();
    await member.type(await box(), "One{Enter}Two{Enter}Three{Enter}");
    await waitFor(() => expect(world.sent).toHaveLength(3));
    expect(world.sent.map(({ body }) => body.content)).toEqual(["One", "Two", "Three"]);
    expect(new Set(world.sent.map(({ key }) => key)).size).toBe(3);
  });

  test("a failure removes the message, shows the specified error and gives the text back", async () => {
    const keys: (string | null)[] = [];
    server.use(
      http.post(
        path,
        ({ request }) => {
          keys.push(request.headers.get("Idempotency-Key"));
          return refusalResponse(500, "internal", "Failed to send message");
        },
        { once: true },
      ),
    );
    const { member } = open();
    await member.type(await box(), "See you at six{Enter}");
    expect(await screen.findByText("Failed to send message")).toBeDefined();
    expect((await box()).textContent).toBe("See you at six");
    expect(within(await feed()).queryByText("See you at six")).toBeNull();
    // The retry has the same key, in case the first attempt has arrived.
    await member.type(await box(), "{Enter}");
    expect(await inFeed("See you at six")).toBeDefined();
    await waitFor(() => expect(world.sent).toHaveLength(1));
    expect(world.sent[0]?.key).toBe(keys[0]);
  });

  test("an unreachable server shows the specified error", async () => {
    server.use(http.post(path, () => HttpResponse.error(), { once: true }));
    const { member } = open();
    await member.type(await box(), "Hello{Enter}");
    expect(await screen.findByText("Failed to send message")).toBeDefined();
    expect((await box()).textContent).toBe("Hello");
  });

  test("a refusal shows the server's reason", async () => {
    const words = "Message contains prohibited content";
    server.use(http.post(path, () => refusalResponse(422, "message-prohibited", words)));
    const { member } = open();
    await member.type(await box(), "Hello{Enter}");
    expect(await screen.findByText(words)).toBeDefined();
  });

  test("text typed meanwhile stays after the text that is given back", async () => {
    server.use(
      http.post(path, async () => {
        await delay(100);
        return refusalResponse(500, "internal", "Failed to send message");
      }),
    );
    const { member } = open();
    await member.type(await box(), "First{Enter}Second");
    await waitFor(async () => expect((await box()).textContent).toBe("First\nSecond"));
  });
});

test("the first message to a stranger is a request, after which the sender waits", async () => {
  const refusal = "You can write again when this person has accepted your message request";
  world.conversations = [conversation("c1", { state: "requested", messageCount: 0 })];
  const { member } = open();
  await member.type(await box(), "May I ask you something?");
  world.conversations = [conversation("c1", { state: "requested", refusal })];
  await member.keyboard("{Enter}");
  expect(await screen.findByText(refusal)).toBeDefined();
  expect(world.calls).not.toContain("POST /c1/typing");
});

describe("the composer", () => {
  test("keeps a draft for each conversation, also through Escape", async () => {
    const { member } = open();
    await member.type(await box(), "For Kwame{Escape}");
    await member.click(screen.getByRole("link", { name: /Priya/ }));
    await member.type(await box("Message to Priya"), "For Priya");
    await member.click(screen.getByRole("link", { name: /Kwame/ }));
    expect((await box()).textContent).toBe("For Kwame");
    expect(localStorage.getItem("gh-draft/nadia/c2")).toContain("For Priya");
  });

  test("Shift+Enter inserts a line break", async () => {
    const { member } = open();
    await member.type(await box(), "One{Shift>}{Enter}{/Shift}Two");
    expect((await box()).textContent).toBe("One\nTwo");
    expect(world.sent).toEqual([]);
  });

  test("limits messages to 5,000 characters and counts the last thousand", async () => {
    const { member } = open();
    const field = await box();
    await member.click(field);
    await member.paste("a".repeat(4999));
    expect(await screen.findByRole("img", { name: "1 characters left" })).toBeDefined();
    await member.paste("bcd");
    expect(await screen.findByText("The text was cut at 5000 characters.")).toBeDefined();
    await member.type(field, "c");
    expect(await screen.findByText("Message too long (max 5000 characters)")).toBeDefined();
    expect(screen.getByRole("button", { name: "Send" })).toHaveProperty("disabled", true);
  });

  test("inserts an emoji at the caret", async () => {
    const { member } = open();
    await member.type(await box(), "Well done");
    await member.click(screen.getByRole("button", { name: "Emoji" }));
    await member.click(await screen.findByRole("menuitem", { name: "Clapping" }));
    await waitFor(async () => expect((await box()).textContent).toBe("Well done👏"));
  });

  test("signals typing at most once in three seconds", async () => {
    // Signals of the same page in another test count, too.
    world.conversations = [conversation("c3", { participants: [nadia, priya] })];
    const { member } = open("/messages/c3");
    await member.type(await box("Message to Priya"), "Hello there");
    await waitFor(() => expect(world.calls).toContain("POST /c3/typing"));
    expect(world.calls.filter((one) => one === "POST /c3/typing")).toHaveLength(1);
  });

  test("is replaced by the server's reason if the viewer cannot write", async () => {
    const refusal = "You can write again when this person has accepted your message request";
    world.conversations = [conversation("c1", { state: "requested", refusal })];
    open();
    expect(await screen.findByText(refusal)).toBeDefined();
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  test("queues a message while offline", async () => {
    const { member } = open();
    await member.type(await box(), "Later");
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event("offline")));
    try {
      await member.type(await box(), "{Enter}");
      expect(await screen.findByText("Waiting for a connection")).toBeDefined();
      expect((await box()).textContent).toBe("");
      expect(world.sent).toHaveLength(0);
    } finally {
      online.mockRestore();
      act(() => void window.dispatchEvent(new Event("online")));
    }
  });

  test("takes a waiting message back for editing, or discards it", async () => {
    const { member } = open();
    await member.type(await box(), "Later");
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event("offline")));
    try {
      await member.keyboard("{Enter}");
      const row = within(await screen.findByRole("group", { name: "You wrote" }));
      await member.click(row.getByRole("button", { name: "Edit" }));
      const area = await box();
      await waitFor(() => expect(area).toHaveProperty("value", "Later"));
      expect(screen.queryByRole("group", { name: "You wrote" })).toBeNull();
      await waitFor(() => expect(document.activeElement).toBe(area));
      await member.keyboard("{Escape}");
      await member.type(await box(), " today{Enter}");
      const again = await screen.findByRole("group", { name: "You wrote" });
      expect(again.textContent).toContain("Later today");
      await member.click(within(again).getByRole("button", { name: "Discard" }));
      expect(await screen.findByText("Message discarded")).toBeDefined();
      await waitFor(() => expect(again.isConnected).toBe(false));
      await member.click(screen.getByRole("button", { name: "Undo" }));
      expect(await box()).toHaveProperty("value", "Later today");
      expect(world.sent).toHaveLength(0);
    } finally {
      online.mockRestore();
      act(() => void window.dispatchEvent(new Event("online")));
    }
  });

  test("uploads pictures, which can be sent without text", async () => {
    const image = { id: "p1", url: "/media/p1", width: 40, height: 30, alt: null };
    const uploaded = vi.fn<(path: string) => void>();
    server.use(
      http.post("/api/conversations/:id/images", ({ request }) => {
        uploaded(new URL(request.url).pathname);
        return HttpResponse.json(image, { status: 201 });
      }),
    );
    const { member } = open();
    await box();
    const file = new File(["picture"], "cable.png", { type: "image/png" });
    await member.upload(screen.getByLabelText("Picture files"), file);
    await screen.findByRole("list", { name: "Pictures to send" });
    await waitFor(() => expect(uploaded).toHaveBeenCalledWith("/api/conversations/c1/images"));
    const send = screen.getByRole("button", { name: "Send" });
    await waitFor(() => expect(send).toHaveProperty("disabled", false));
    await member.click(send);
    await waitFor(() => expect(world.sent).toHaveLength(1));
    expect(world.sent[0]?.body).toEqual({ content: "", imageIds: ["p1"] });
  });
});

describe("replying", () => {
  test("quotes the message; Escape removes the quote and keeps the text", async () => {
    const { member } = open();
    const reply = { name: "Reply to the message of Kwame Boateng" };
    await box();
    await member.click(await screen.findByRole("button", reply));
    expect(await screen.findByText("Replying to Kwame Boateng")).toBeDefined();
    await member.type(await box(), "Yes{Escape}");
    expect(screen.queryByText("Replying to Kwame Boateng")).toBeNull();
    expect((await box()).textContent).toBe("Yes");
    await member.click(screen.getByRole("button", reply));
    await member.type(await box(), "{Enter}");
    await waitFor(() => expect(world.sent).toHaveLength(1));
    expect(world.sent[0]?.body).toEqual({ content: "Yes", replyToId: "m1" });
  });
});

describe("editing", () => {
  const recent = () => new Date(Date.now() - 60_000).toISOString();
  const edits = vi.fn<(body: unknown) => void>();

  beforeEach(() => {
    edits.mockClear();
    world.messages = [
      message("m1"),
      message("m2", { sender: nadia, content: "See you at sx", timestamp: recent() }),
    ];
    server.use(
      http.patch("/api/conversations/:id/messages/:messageId", async ({ request }) => {
        edits(await request.json());
        const editedAt = new Date().toISOString();
        return HttpResponse.json(
          message("m2", { sender: nadia, content: "See you at six", editedAt }),
        );
      }),
    );
  });

  test("ArrowUp edits the last own message, and the draft is kept", async () => {
    const { member } = open();
    await inFeed("See you at sx");
    await member.type(await box(), "{ArrowUp}");
    const field = await screen.findByRole("textbox", { name: "Edit your message" });
    await waitFor(() => expect(document.activeElement).toBe(field));
    await member.clear(field);
    await member.type(field, "See you at six{Enter}");
    expect(await inFeed("See you at six")).toBeDefined();
    expect(await inFeed("Edited")).toBeDefined();
    expect(edits).toHaveBeenCalledExactlyOnceWith({ content: "See you at six" });
    expect((await box()).textContent).toBe("");
  });

  test("Escape ends an unchanged edit but never discards a changed one", async () => {
    const { member } = open();
    await inFeed("See you at sx");
    await member.type(await box(), "{ArrowUp}");
    const field = await screen.findByRole("textbox", { name: "Edit your message" });
    await member.type(field, "!{Escape}");
    expect(field.textContent).toBe("See you at sx!");
    await member.type(field, "{Backspace}{Escape}");
    expect(await box()).toBeDefined();
    expect(edits).not.toHaveBeenCalled();
  });

  test("is no longer offered after 15 minutes", async () => {
    const timestamp = new Date(Date.now() - 16 * 60_000).toISOString();
    world.messages = [message("m2", { sender: nadia, timestamp })];
    const { member } = open();
    await inFeed("Words of m2");
    await member.type(await box(), "{ArrowUp}");
    expect(screen.queryByRole("textbox", { name: "Edit your message" })).toBeNull();
    await member.click(screen.getByRole("button", { name: "Actions for your message" }));
    expect(await screen.findByRole("menuitem", { name: "Copy text" })).toBeDefined();
    expect(screen.queryByRole("menuitem", { name: "Edit" })).toBeNull();
  });

  test("restores the text with the server's message on refusal", async () => {
    const words = "Messages can be edited for 15 minutes";
    server.use(
      http.patch("/api/conversations/:id/messages/:messageId", () =>
        refusalResponse(409, "message-edit-too-late", words),
      ),
    );
    const { member } = open();
    await inFeed("See you at sx");
    await member.type(await box(), "{ArrowUp}");
    await member.type(
      await screen.findByRole("textbox", { name: "Edit your message" }),
      "!!{Enter}",
    );
    expect(await screen.findByText(words)).toBeDefined();
    expect(await inFeed("See you at sx")).toBeDefined();
  });
});
