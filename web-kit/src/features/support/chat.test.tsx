import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { ChatMessage, SupportConversation } from "../../api/support-types.ts";
import { guards } from "../accounts/guards.ts";
import { openPage, server, servePages, streams } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { chatMessage, conversation, supportOverview } from "../../testing/support.ts";
import type { App } from "../../shell/app.ts";
import { clearReplyDrafts } from "./reply-drafts.ts";
import { SupportLayout } from "./support-layout.tsx";

servePages();

let chats: SupportConversation[];
let messages: ChatMessage[];
let overview = supportOverview();
let sent: unknown[];

const page = (items: unknown[]) => HttpResponse.json({ items, nextCursor: null });
const refused = (status: number, code: string, detail: string) =>
  HttpResponse.json({ status, code, detail, errors: [] }, { status });

beforeEach(() => {
  clearReplyDrafts();
  sent = [];
  overview = supportOverview();
  chats = [conversation("chat", { topic: "My logo", assignedToName: "Owen Pritchard" })];
  messages = [chatMessage("hello")];
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ id: "nadia" }))),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
    http.get("/api/support/overview", () => HttpResponse.json(overview)),
    http.get("/api/support/conversations", () => page(chats)),
    http.get("/api/support/conversations/:id", ({ params }) =>
      HttpResponse.json(chats.find(({ id }) => id === params["id"])),
    ),
    http.get("/api/support/conversations/:id/messages", () => page(messages)),
    http.post("/api/support/conversations", async ({ request }) => {
      sent.push(await request.json());
      chats = [conversation("new"), ...chats];
      return HttpResponse.json(chats[0], { status: 201 });
    }),
    http.post("/api/support/conversations/:id/messages", async ({ request }) => {
      sent.push(await request.json());
      messages = [...messages, chatMessage("mine", { senderId: "nadia", isStaff: false })];
      return HttpResponse.json(messages.at(-1), { status: 201 });
    }),
  );
});

const routes = (app: App) => [
  { path: "support/*", loader: guards(app.cache).known, Component: SupportLayout },
];
const open = (path = "/support/conversations") => openPage(path, routes);
const startChat = async () => {
  const opened = open();
  await opened.member.click(await screen.findByRole("button", { name: "New chat" }));
  return { ...opened, dialog: within(await screen.findByRole("dialog")) };
};

describe("support chat", () => {
  test("says that chat is coming soon where it is off", async () => {
    overview = supportOverview({ chatEnabled: false });
    open();
    expect(await screen.findByText("Support chat is coming soon")).toBeDefined();
    expect(screen.queryByRole("button", { name: "New chat" })).toBeNull();
  });

  test("shows the available staff and the chats with their status", async () => {
    open();
    expect(await screen.findByText("3 staff available")).toBeDefined();
    const list = await screen.findByRole("list", { name: "Conversations" });
    expect(within(list).getByText("My logo")).toBeDefined();
    expect(within(list).getByText("Open")).toBeDefined();
  });

  test("reports a failed list", async () => {
    server.use(http.get("/api/support/conversations", () => refused(500, "internal", "Broken")));
    open();
    expect(await screen.findByText("Failed to load support conversations")).toBeDefined();
  });

  test("needs a topic", async () => {
    const { member, dialog } = await startChat();
    await member.type(dialog.getByLabelText(/^Topic/), "   ");
    await member.click(dialog.getByRole("button", { name: "Start chat" }));
    expect(await dialog.findByText("Please enter a topic for your chat")).toBeDefined();
    expect(sent).toEqual([]);
  });

  test("starts with a topic and opens", async () => {
    const { member, dialog, path } = await startChat();
    await member.type(dialog.getByLabelText(/^Topic/), " Logo ");
    await member.click(dialog.getByRole("button", { name: "Start chat" }));
    expect(await screen.findByText("Support request submitted successfully")).toBeDefined();
    expect(sent).toEqual([{ topic: "Logo" }]);
    await waitFor(() => expect(path()).toBe("/support/conversations/new"));
  });

  test.each([
    [3, "Start chat", "Failed to start chat"],
    [0, "Send request", "Failed to create support request"],
  ])("with %i staff available, a failed start says so", async (staffAvailable, button, words) => {
    overview = supportOverview({ staffAvailable });
    server.use(http.post("/api/support/conversations", () => refused(500, "internal", "Broken")));
    const { member, dialog } = await startChat();
    await member.type(dialog.getByLabelText(/^Topic/), "Logo");
    await member.click(dialog.getByRole("button", { name: button }));
    expect(await screen.findByText(words)).toBeDefined();
  });

  test("sends messages and receives answers live", async () => {
    const { member } = open("/support/conversations/chat");
    expect(await screen.findByText("With Owen Pritchard")).toBeDefined();
    await member.type(await screen.findByRole("textbox", { name: "Write a message" }), "Hi{Enter}");
    expect(await screen.findByText("Words of mine")).toBeDefined();
    expect(sent).toEqual([{ content: "Hi" }]);
    messages = [...messages, chatMessage("answer")];
    streams[0]?.tell(1, { type: "support.chat-message", supportConversationId: "chat" });
    expect(await screen.findByText("Words of answer")).toBeDefined();
  });

  test("is marked as read when it is opened, or says that it could not be", async () => {
    chats = [conversation("chat", { unreadCount: 2 })];
    server.use(
      http.post("/api/support/conversations/:id/read", () => refused(500, "internal", "Broken")),
    );
    open("/support/conversations/chat");
    expect(await screen.findByText("Failed to mark conversation as read")).toBeDefined();
  });

  test("is ended by the member, with a transcript", async () => {
    server.use(
      http.post("/api/support/conversations/:id/end", () => {
        chats = [conversation("chat", { status: "closed" })];
        return HttpResponse.json(chats[0]);
      }),
    );
    const { member } = open("/support/conversations/chat");
    await member.click(await screen.findByRole("button", { name: "End chat" }));
    const dialog = within(await screen.findByRole("dialog"));
    await member.click(dialog.getByRole("button", { name: "End chat" }));
    expect(await screen.findByText(/This conversation has ended/)).toBeDefined();
    expect(screen.queryByRole("textbox", { name: "Write a message" })).toBeNull();
  });
});
