import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { Ticket, TicketMessage } from "../../api/support-types.ts";
import type { Me } from "../../api/types.ts";
import { guards } from "../accounts/guards.ts";
import { takeReturnPath } from "../accounts/return-path.ts";
import { openPage, server, servePages } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { conversation, supportOverview, ticket, ticketMessage } from "../../testing/support.ts";
import type { App } from "../../shell/app.ts";
import { fileSize } from "../../language/format.ts";
import { shortAddress } from "./message-text.tsx";
import { messageTime } from "./message-time.tsx";
import { clearReplyDrafts } from "./reply-drafts.ts";
import { SupportLayout } from "./support-layout.tsx";
import { matchesTicket } from "./ticket-list.tsx";
import { attachmentFault } from "./use-attachments.ts";

servePages();

const ID = "ticket-7f3kq2ab";
const statusChanges: Ticket["statusChanges"] = [
  { at: "2026-11-20T17:00:00Z", newStatus: "in_progress", staffName: "Owen Pritchard" },
];

let tickets: Ticket[];
let messages: TicketMessage[];
let sent: { path: string; body: unknown; key: string | null }[];

const page = (items: unknown[]) => HttpResponse.json({ items, nextCursor: null });
const refused = (status: number, code: string, detail: string, errors: unknown[] = []) =>
  HttpResponse.json({ status, code, detail, errors }, { status });
const serveMe = (me: Me | null) =>
  server.use(
    http.get("/api/me", () =>
      me === null ? refused(401, "unauthenticated", "Not signed in") : HttpResponse.json(me),
    ),
  );

async function record(request: Request) {
  sent.push({
    path: new URL(request.url).pathname,
    body: await request.json(),
    key: request.headers.get("Idempotency-Key"),
  });
}

beforeEach(() => {
  clearReplyDrafts();
  sent = [];
  tickets = [
    ticket(ID, { title: "Hidden affiliation still shows", status: "in_progress", statusChanges }),
    ticket("ticket-m81xdpcd", { title: "Cannot upload our logo" }),
  ];
  messages = [ticketMessage("answer")];
  serveMe(buildMember({ id: "nadia" }));
  server.use(
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
    http.get("/api/support/overview", () =>
      HttpResponse.json(
        supportOverview({ recentTickets: tickets, recentConversations: [conversation("chat")] }),
      ),
    ),
    http.get("/api/support/tickets", ({ request }) => {
      const status = new URL(request.url).searchParams.get("status");
      return page(tickets.filter((one) => status === null || one.status === status));
    }),
    http.get("/api/support/tickets/:id", ({ params }) => {
      const found = tickets.find(({ id }) => id === params["id"]);
      return found === undefined
        ? refused(404, "ticket-not-found", "Ticket not found")
        : HttpResponse.json(found);
    }),
    http.get("/api/support/tickets/:id/messages", () => page(messages)),
    http.post("/api/support/tickets/:id/messages", async ({ request }) => {
      await record(request);
      const mine = ticketMessage("mine", { senderId: "nadia", isStaff: false, message: "Thanks" });
      messages = [...messages, mine];
      return HttpResponse.json(mine, { status: 201 });
    }),
    http.post("/api/support/tickets", async ({ request }) => {
      await record(request);
      const made = ticket("ticket-newnewne", { title: "A new one" });
      tickets = [made, ...tickets];
      return HttpResponse.json(made, { status: 201 });
    }),
  );
});

const routes = (app: App) => [
  { path: "home", element: <h1>Home</h1> },
  { path: "login", element: <h1>Sign in here</h1> },
  { path: "support/*", loader: guards(app.cache).account, Component: SupportLayout },
];
const open = (path = "/support") => openPage(path, routes);
const reply = () => screen.findByRole("textbox", { name: "Write a reply" });

describe("the overview", () => {
  test("shows the counts, quick actions and the newest items", async () => {
    open();
    const figure = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
    expect(await screen.findByText("Staff available")).toBeDefined();
    expect(figure("Active conversations")).toBe("1");
    expect(figure("Open tickets")).toBe("2");
    expect(figure("Staff available")).toBe("3");
    const recent = screen.getByRole("region", { name: "Recent tickets" });
    expect(within(recent).getByText("#3KQ2AB".slice(0, 7))).toBeDefined();
    expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual([
      "Overview",
      "Conversations",
      "Tickets",
    ]);
    expect(screen.getByRole("button", { name: "Start a chat" })).toBeDefined();
  });

  test("a failed load can be retried", async () => {
    server.use(http.get("/api/support/overview", () => refused(500, "internal", "Broken")));
    const { member } = open();
    expect(await screen.findByText("Failed to load support overview")).toBeDefined();
    server.use(http.get("/api/support/overview", () => HttpResponse.json(supportOverview())));
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("Active conversations")).toBeDefined();
  });

  test("Back leads to /home if no page was open before", async () => {
    const { member, path } = open();
    await member.click(await screen.findByRole("tab", { name: "Tickets" }));
    await waitFor(() => expect(path()).toBe("/support/tickets"));
    await member.click(screen.getByRole("button", { name: "Back" }));
    await waitFor(() => expect(path()).toBe("/home"));
  });
});

describe("who may use it", () => {
  test("visitors sign in first and are led back to the ticket", async () => {
    document.cookie = "csst_present=; max-age=0";
    serveMe(null);
    const { path } = open("/support?ticket=mine");
    await waitFor(() => expect(path()).toBe("/login"));
    expect(takeReturnPath("nadia")).toBe("/support?ticket=mine");
  });

  test("members before onboarding may use all of it", async () => {
    const me = buildMember({ id: "nadia" });
    serveMe({ ...me, onboarding: { ...me.onboarding, needsTerms: true, complete: false } });
    open();
    expect(await screen.findByText("Active conversations")).toBeDefined();
    expect(screen.getByRole("link", { name: "Back to setup" })).toBeDefined();
  });

  test("members with an unverified address may use it too", async () => {
    const me = buildMember({ id: "nadia" });
    serveMe({ ...me, onboarding: { ...me.onboarding, needsEmailVerification: true } });
    open();
    expect(await screen.findByText("Active conversations")).toBeDefined();
  });

  test("a paused account has one open ticket about the pause", async () => {
    tickets = [];
    serveMe(buildMember({ id: "nadia", accountStatus: "paused" }));
    const { member, path } = open();
    await member.click(await screen.findByRole("button", { name: "Ask about the pause" }));
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).queryByLabelText("Category")).toBeNull();
    await member.type(within(dialog).getByLabelText(/^Subject/), "My account");
    await member.type(within(dialog).getByLabelText(/^Description/), "Why is it paused?");
    await member.click(within(dialog).getByRole("button", { name: "Create ticket" }));
    await waitFor(() => expect(path()).toBe("/support/tickets/ticket-newnewne"));
    await waitFor(() =>
      expect(screen.queryByRole("button", { name: "Ask about the pause" })).toBeNull(),
    );
    expect(screen.queryByRole("tab")).toBeNull();
  });
});

describe("tickets", () => {
  test("?ticket= opens the ticket and is removed from the address", async () => {
    const { address } = open(`/support?ticket=${ID}`);
    expect(await screen.findByText(`It happens with ${ID}`)).toBeDefined();
    expect(address()).toBe(`/support/tickets/${ID}`);
    expect(await screen.findByText("Words of answer")).toBeDefined();
    expect(screen.getByText("#7F3KQ2AB")).toBeDefined();
    expect(screen.getByText(/Checked for replies/)).toBeDefined();
    expect(screen.getByText("Owen Pritchard changed the status to In progress")).toBeDefined();
  });

  test("are searched in the loaded list and filtered by status", async () => {
    const { member } = open("/support/tickets");
    await member.type(await screen.findByRole("searchbox", { name: "Search tickets" }), "logo");
    await waitFor(() => expect(screen.queryByText("Hidden affiliation still shows")).toBeNull());
    expect(screen.getByText("Cannot upload our logo")).toBeDefined();
    await member.clear(screen.getByRole("searchbox"));
    await member.selectOptions(screen.getByRole("combobox", { name: "Status" }), "in_progress");
    await waitFor(() => expect(screen.queryByText("Cannot upload our logo")).toBeNull());
    expect(await screen.findByText("Hidden affiliation still shows")).toBeDefined();
  });

  test("report a failed list and a ticket that does not exist", async () => {
    server.use(http.get("/api/support/tickets", () => refused(500, "internal", "Broken")));
    open("/support/tickets/unknown");
    expect(await screen.findByText("Failed to load tickets")).toBeDefined();
    expect(await screen.findByText("Ticket not found")).toBeDefined();
  });

  test("report a ticket that could not be loaded", async () => {
    server.use(http.get("/api/support/tickets/:id", () => refused(500, "internal", "Broken")));
    open(`/support/tickets/${ID}`);
    expect(await screen.findByText("Failed to load ticket details")).toBeDefined();
  });

  test("Enter sends a reply, Shift+Enter adds a new line", async () => {
    const { member } = open(`/support/tickets/${ID}`);
    await member.type(await reply(), "One{Shift>}{Enter}{/Shift}two");
    expect(sent).toEqual([]);
    await member.type(await reply(), "{Enter}");
    expect(await screen.findByText("Message sent successfully")).toBeDefined();
    expect(sent[0]?.body).toEqual({ message: "One\ntwo", attachmentIds: [] });
    expect(sent[0]?.key).not.toBeNull();
    expect(await screen.findByText("Thanks")).toBeDefined();
    expect(await reply()).toHaveProperty("value", "");
    await member.type(await reply(), "One{Shift>}{Enter}{/Shift}two{Enter}");
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.key, "the same words again are a new message").not.toBe(sent[0]?.key);
  });

  test("an empty reply is not sent, and a failed one stays in the box", async () => {
    server.use(
      http.post("/api/support/tickets/:id/messages", () => refused(500, "internal", "Broken")),
    );
    const { member } = open(`/support/tickets/${ID}`);
    await member.type(await reply(), "   {Enter}");
    expect(screen.queryByText("Failed to send message")).toBeNull();
    await member.type(await reply(), "Again{Enter}");
    expect(await screen.findByText("Failed to send message")).toBeDefined();
    expect(screen.getByDisplayValue(/Again/)).toBeDefined();
  });

  test("a closed ticket replaces the reply box with a notice", async () => {
    tickets = [ticket(ID, { status: "closed", closedAt: "2026-11-21T10:00:00Z" })];
    open(`/support/tickets/${ID}`);
    expect(await screen.findByText(/This ticket is closed/)).toBeDefined();
    expect(screen.queryByRole("textbox", { name: "Write a reply" })).toBeNull();
  });

  test("the owner may close a ticket, and reopen a resolved one by replying", async () => {
    tickets = [ticket(ID, { status: "resolved" })];
    server.use(
      http.post("/api/support/tickets/:id/close", () => {
        tickets = [ticket(ID, { status: "closed" })];
        return HttpResponse.json(tickets[0]);
      }),
    );
    const { member } = open(`/support/tickets/${ID}`);
    expect(
      await screen.findByText("This ticket is resolved. Reply to open it again."),
    ).toBeDefined();
    await member.click(screen.getByRole("button", { name: "Close ticket" }));
    const dialog = await screen.findByRole("dialog");
    await member.click(within(dialog).getByRole("button", { name: "Close ticket" }));
    expect(await screen.findByText(/This ticket is closed/)).toBeDefined();
  });
});

describe("a new ticket", () => {
  const start = async () => {
    const opened = open("/support/tickets");
    await opened.member.click(await screen.findByRole("button", { name: "New ticket" }));
    return { ...opened, dialog: within(await screen.findByRole("dialog")) };
  };

  test("needs a subject and a description", async () => {
    const { member, dialog } = await start();
    await member.type(dialog.getByLabelText(/^Subject/), "   ");
    await member.click(dialog.getByRole("button", { name: "Create ticket" }));
    expect(await dialog.findAllByText("Please fill in all required fields")).toHaveLength(2);
    expect(sent).toEqual([]);
  });

  test("offers the categories in order and sends the requested priority", async () => {
    const { member, dialog, path } = await start();
    const options = within(dialog.getByLabelText("Category")).getAllByRole("option");
    expect(options.map(({ textContent }) => textContent)).toEqual([
      "General",
      "Technical",
      "Account",
      "Groups",
      "Content",
      "Other",
    ]);
    await member.type(dialog.getByLabelText(/^Subject/), " Logo ");
    await member.type(dialog.getByLabelText(/^Description/), "Too big");
    await member.selectOptions(dialog.getByLabelText("Priority"), "urgent");
    await member.click(dialog.getByRole("button", { name: "Create ticket" }));
    expect(await screen.findByText("Support ticket created successfully")).toBeDefined();
    expect(sent[0]?.body).toEqual({
      title: "Logo",
      description: "Too big",
      category: "general",
      priority: "urgent",
    });
    await waitFor(() => expect(path()).toBe("/support/tickets/ticket-newnewne"));
  });

  const fill = async () => {
    const opened = await start();
    const { member, dialog } = opened;
    await member.type(dialog.getByLabelText(/^Subject/), "Logo");
    await member.type(dialog.getByLabelText(/^Description/), "Too big");
    await member.click(dialog.getByRole("button", { name: "Create ticket" }));
    return opened;
  };

  test.each([0, 500])("says that it failed (status %i)", async (status) => {
    server.use(
      http.post("/api/support/tickets", () =>
        status === 0 ? HttpResponse.error() : refused(status, "internal", "Broken"),
      ),
    );
    const { dialog } = await fill();
    expect(await dialog.findByText("Failed to create ticket")).toBeDefined();
  });

  test("asks to log in if the session has ended", async () => {
    server.use(
      http.post("/api/support/tickets", () => refused(401, "unauthenticated", "No session")),
    );
    const { member, path } = await fill();
    expect(await screen.findByText("You must be logged in to create a ticket")).toBeDefined();
    expect(await screen.findByText("Please log in")).toBeDefined();
    await member.click(screen.getByRole("link", { name: "Go to Login" }));
    await waitFor(() => expect(path()).toBe("/login"));
    expect(takeReturnPath("nadia")).toBe("/support/tickets");
  });

  test("attaches PDF files, and refuses other kinds and files over 10 MB", async () => {
    const { member, dialog } = await start();
    const input = dialog.getByLabelText("Attach files", { selector: "input" });
    await member.upload(input, new File(["x"], "list.pdf", { type: "application/pdf" }));
    expect(dialog.getByText("list.pdf")).toBeDefined();
    const text = new File(["x"], "list.txt", { type: "text/plain" });
    expect(attachmentFault(text)).toBe("Only images and PDF files can be attached");
    const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], "a.png", { type: "image/png" });
    expect(attachmentFault(large)).toBe("An attachment may have at most 10 MB.");
  });
});

describe("texts", () => {
  test("URLs are shortened to 50 characters", () => {
    const url = `https://guildhall.example/${"a".repeat(60)}`;
    expect(shortAddress(url)).toBe(`guildhall.example/${"a".repeat(32)}…`);
    expect(shortAddress("https://guildhall.example/help")).toBe("guildhall.example/help");
  });

  test("times name the day if it is not today", () => {
    const now = Date.parse("2026-11-24T12:00:00");
    expect(messageTime("2026-11-24T08:12:00", now)).toMatch(/^0?8:12/);
    expect(messageTime("2026-11-23T16:20:00", now)).toMatch(/^Yesterday, /);
    expect(messageTime("2026-11-20T16:20:00", now)).toMatch(/^20 November, /);
    expect(messageTime("nonsense", now)).toBe("Unknown time");
  });

  test("sizes are in KB and MB", () => {
    expect(fileSize(10)).toBe("1 KB");
    expect(fileSize(2.4 * 1024 * 1024)).toBe("2.4 MB");
  });

  test("a ticket is found by its four fields and its short id", () => {
    const one = ticket(ID);
    for (const term of ["problem", "happens", "RAHMAN", "@ashcombe", "#7F3KQ2AB", "3kq2ab"]) {
      expect(matchesTicket(one, term)).toBe(true);
    }
    expect(matchesTicket(one, "other")).toBe(false);
  });
});
