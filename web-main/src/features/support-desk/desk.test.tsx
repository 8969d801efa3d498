import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type {
  Requester,
  StaffTicket,
  TeamMember,
} from "@guildhall/web-kit/api/support-staff-types.ts";
import type { SupportConversation } from "@guildhall/web-kit/api/support-types.ts";
import { guards } from "@guildhall/web-kit/features/accounts/guards.ts";
import { clearReplyDrafts } from "@guildhall/web-kit/features/support/reply-drafts.ts";
import type { App } from "@guildhall/web-kit/shell/app.ts";
import { openPage, server, servePages } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import {
  chatMessage,
  conversation,
  ticket,
  ticketMessage,
} from "@guildhall/web-kit/testing/support.ts";
import { DeskScreen } from "./desk-screen.tsx";
import { readFilter, serverFilter, writeFilter } from "./desk-filter.ts";
import { stepIn } from "./use-desk-keys.ts";
import { viewersText } from "./viewers-line.tsx";

servePages();

const ID = "ticket-7f3kq2ab";
const CONFLICT = "Someone else has changed this ticket. Check the changes and try again.";

const staffTicket = (id: string, changes: Partial<StaffTicket> = {}): StaffTicket => ({
  ...ticket(id),
  siteAffiliationId: null,
  siteName: "Ashcombe",
  firstAnsweredAt: null,
  desk: "platform",
  escalatedAt: null,
  ...changes,
});

const teamMember = (userId: string, displayName: string): TeamMember => ({
  userId,
  displayName,
  profilePicture: null,
  online: true,
  lastSeenAt: null,
  viewingTicketId: null,
  viewingConversationId: null,
  activeConversations: 0,
  openTickets: 1,
  ticketsAnswered: 2,
  ticketsClosed: 3,
  averageFirstAnswerTime: 0.5,
  averageResolutionTime: null,
});

const requester: Requester = {
  userId: "nadia",
  displayName: "Nadia Rahman",
  email: "nadia.rahman@ashcombe.example",
  profilePicture: null,
  accountStatus: "paused",
  pausedUntil: null,
  isOnboarded: true,
  joinedDate: "2026-01-01T00:00:00Z",
  affiliations: [{ id: "ashcombe", name: "Ashcombe College" }],
  communities: [{ id: "bridges", name: "Bridges" }],
  tickets: [ticket("ticket-earlier1", { title: "An earlier one" })],
  siteAffiliationId: "ashcombe",
  siteName: "Ashcombe",
};

let tickets: StaffTicket[];
let chat: SupportConversation;
let asked: string[];
let sent: { method: string; path: string; body: unknown }[];
let viewers: { userId: string; displayName: string }[];

const page = (items: unknown[]) => HttpResponse.json({ items, nextCursor: null });
const refused = (status: number, code: string, detail: string) =>
  HttpResponse.json({ status, code, detail, errors: [] }, { status });

/** Answers a change, and records it. */
const takes = (method: "post" | "patch" | "put", path: string, answer: (body: unknown) => object) =>
  http[method](`/api/staff/support${path}`, async ({ request }) => {
    const body: unknown = await request.json();
    sent.push({ method, path: new URL(request.url).pathname, body });
    return HttpResponse.json({ ...answer(body) });
  });
const fails = (method: "post" | "patch", path: string, status: number, code: string, text = "") =>
  server.use(http[method](`/api/staff/support${path}`, () => refused(status, code, text)));

const changeSchema = z.object({ version: z.number() });
const first = () => tickets[0] ?? staffTicket(ID);

beforeEach(() => {
  localStorage.clear();
  clearReplyDrafts();
  asked = [];
  sent = [];
  viewers = [];
  tickets = [staffTicket(ID), staffTicket("ticket-m81xdpcd", { title: "Another" })];
  chat = conversation("chat", { topic: "My logo", userEmail: "nadia@example.org" });
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ id: "owen", isStaff: true }))),
    http.get("/api/staff/support/team", () =>
      HttpResponse.json({
        items: [teamMember("owen", "Owen Pritchard"), teamMember("ines", "Ines Duarte")],
      }),
    ),
    http.get("/api/staff/support/tickets", ({ request }) => {
      asked.push(new URL(request.url).search);
      return page(tickets);
    }),
    http.get("/api/staff/support/tickets/:id", ({ params }) => {
      const found = tickets.find(({ id }) => id === params["id"]);
      return found === undefined
        ? refused(404, "ticket-not-found", "Ticket not found")
        : HttpResponse.json(found);
    }),
    http.get("/api/staff/support/tickets/:id/messages", () =>
      page([ticketMessage("answer"), ticketMessage("hint", { internal: true })]),
    ),
    http.get("/api/staff/support/tickets/:id/requester", () => HttpResponse.json(requester)),
    http.get("/api/staff/support/activity", () => page([])),
    http.get("/api/staff/support/canned-answers", () =>
      HttpResponse.json({
        items: [{ id: "c1", title: "Greeting", body: "Hello {firstName}", updatedAt: "" }],
      }),
    ),
    http.get("/api/staff/support/canned-answers/c1/filled", () =>
      HttpResponse.json({ message: "Hello Nadia" }),
    ),
    http.post("/api/staff/support/presence", () =>
      HttpResponse.json({ staffAvailable: 2, viewers }),
    ),
    takes("patch", "/tickets/:id", (body) => {
      tickets = tickets.map((one) =>
        one.id === ID && typeof body === "object" ? { ...one, ...body, version: 2 } : one,
      );
      return first();
    }),
    takes("post", "/tickets/:id/messages", () => ticketMessage("new")),
    takes("post", "/tickets/:id/merge", () => first()),
    http.get("/api/staff/support/conversations/:id/requester", () => HttpResponse.json(requester)),
    http.get("/api/staff/support/conversations", () => page([chat])),
    http.get("/api/staff/support/conversations/:id", () => HttpResponse.json(chat)),
    http.get("/api/staff/support/conversations/:id/messages", () => page([chatMessage("hello")])),
    takes("patch", "/conversations/:id", () => chat),
  );
});

const routes = (app: App) => [
  {
    path: "live-support/*",
    middleware: [guards(app.cache).staff],
    loader: () => null,
    Component: DeskScreen,
  },
];
const open = (path = "/live-support") => openPage(path, routes);
const openTicket = () => open(`/live-support/tickets/${ID}`);
const select = (name: string) => screen.findByRole("combobox", { name });
/** Single keys do nothing in a select. */
const leaveControl = () => {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
};
const reply = () => screen.findByRole("textbox", { name: "Write a reply" });

describe("the ticket inbox", () => {
  test("keeps filters as sets in the address", async () => {
    const { member, address } = open("/live-support?status=open");
    expect(await screen.findByText("Another")).toBeDefined();
    expect(asked[0]).toContain("status=open");
    await member.click(screen.getByRole("button", { name: "Filters (1)" }));
    await member.click(screen.getByRole("button", { name: "In progress" }));
    await member.click(screen.getByRole("button", { name: "Urgent" }));
    await waitFor(() =>
      expect(address()).toBe("/live-support?status=open%2Cin_progress&priority=urgent"),
    );
    await waitFor(() => expect(asked.at(-1)).toContain("status=open%2Cin_progress"));
  });

  test("saves the filters as a view, and deletes it", async () => {
    const { member, address } = open("/live-support?priority=low");
    await member.click(await screen.findByRole("button", { name: "Save view" }));
    const dialog = within(await screen.findByRole("dialog"));
    await member.type(dialog.getByLabelText("Name"), "Quiet ones");
    await member.click(dialog.getByRole("button", { name: "Save view" }));
    await member.selectOptions(await select("View"), "Unassigned");
    await waitFor(() => expect(address()).toContain("assignedToId=none"));
    await member.selectOptions(await select("View"), "Quiet ones");
    await waitFor(() => expect(address()).toBe("/live-support?priority=low"));
    await member.click(screen.getByRole("button", { name: "Delete view" }));
    expect(screen.queryByRole("option", { name: "Quiet ones" })).toBeNull();
  });

  test("searches on the server", async () => {
    const { member } = open();
    await member.type(await screen.findByRole("searchbox", { name: "Search tickets" }), "logo");
    await waitFor(() => expect(asked.at(-1)).toContain("q=logo"));
  });

  test("reports a failed list", async () => {
    server.use(http.get("/api/staff/support/tickets", () => refused(500, "internal", "Broken")));
    open();
    expect(await screen.findByText("Failed to load tickets")).toBeDefined();
  });

  test("moves with j and k, and focuses the controls with r, a and s", async () => {
    const { member, path } = open();
    await screen.findByText("Another");
    const heading = (name: string) => screen.findByRole("heading", { level: 2, name });
    await member.keyboard("j");
    expect(await heading(`Problem ${ID}`)).toBeDefined();
    await member.keyboard("j");
    expect(await heading("Another")).toBeDefined();
    await member.keyboard("k");
    expect(await heading(`Problem ${ID}`)).toBeDefined();
    expect(path()).toBe(`/live-support/tickets/${ID}`);
    await member.keyboard("a");
    expect(document.activeElement).toBe(await select("Assigned to"));
    leaveControl();
    await member.keyboard("s");
    expect(document.activeElement).toBe(await select("Status"));
    leaveControl();
    await member.keyboard("r");
    expect(document.activeElement).toBe(await reply());
  });
});

describe("a ticket", () => {
  test("is assigned to a member of staff", async () => {
    const { member } = openTicket();
    await member.selectOptions(
      await select("Assigned to"),
      await screen.findByRole("option", { name: "Ines Duarte" }),
    );
    expect(await screen.findByText("Staff assigned successfully")).toBeDefined();
    expect(sent[0]?.body).toEqual({ assignedToId: "ines", version: 1 });
  });

  test("a failed assignment says so, also for somebody who is not staff any more", async () => {
    fails("patch", "/tickets/:id", 500, "internal");
    const { member } = openTicket();
    const ines = await screen.findByRole("option", { name: "Ines Duarte" });
    await member.selectOptions(await select("Assigned to"), ines);
    expect(await screen.findByText("Failed to assign staff")).toBeDefined();
    fails("patch", "/tickets/:id", 404, "staff-user-not-found", "Staff user not found");
    await member.selectOptions(await select("Assigned to"), ines);
    expect(await screen.findByText("Staff user not found")).toBeDefined();
  });

  test("a second editor is told, and overwrites nothing", async () => {
    const { member } = openTicket();
    fails("patch", "/tickets/:id", 409, "ticket-changed", CONFLICT);
    const status = await select("Status");
    tickets = [staffTicket(ID, { status: "in_progress", version: 5 })];
    await member.selectOptions(status, "resolved");
    expect(await screen.findByText(new RegExp(CONFLICT))).toBeDefined();
    await waitFor(async () =>
      expect(await select("Status")).toHaveProperty("value", "in_progress"),
    );
    await member.click(screen.getByRole("button", { name: "Got it" }));
    expect(screen.queryByText(new RegExp(CONFLICT))).toBeNull();
  });

  test("a message that arrives just before is no conflict", async () => {
    const { member } = openTicket();
    const status = await select("Status");
    tickets = [staffTicket(ID, { version: 5 })];
    server.use(
      http.patch("/api/staff/support/tickets/:id", async ({ request }) => {
        const body = changeSchema.parse(await request.json());
        if (body.version !== 5) return refused(409, "ticket-changed", CONFLICT);
        tickets = [staffTicket(ID, { status: "resolved", version: 6 })];
        return HttpResponse.json(first());
      }),
    );
    await member.selectOptions(status, "resolved");
    expect(await screen.findByText("Ticket updated")).toBeDefined();
    expect(screen.queryByText(new RegExp(CONFLICT))).toBeNull();
    expect(await select("Status")).toHaveProperty("value", "resolved");
  });

  test("a reply that meets a change stays in the box", async () => {
    const { member } = openTicket();
    fails("post", "/tickets/:id/messages", 409, "ticket-changed", CONFLICT);
    await member.type(await reply(), "We look into it{Enter}");
    expect(await screen.findByText(new RegExp(CONFLICT))).toBeDefined();
    expect(await reply()).toHaveProperty("value", "We look into it");
  });

  test("is answered, and gets internal notes", async () => {
    const { member } = openTicket();
    await screen.findByText("Words of hint");
    expect(screen.getAllByText("Internal note")).toHaveLength(2);
    await member.type(await reply(), "Done{Enter}");
    expect(await screen.findByText("Message sent successfully")).toBeDefined();
    await member.click(screen.getByRole("button", { name: "Internal note" }));
    const note = await screen.findByRole("textbox", { name: "Write an internal note" });
    await member.type(note, "Watch this{Enter}");
    expect(await screen.findByText("Note added")).toBeDefined();
    expect(sent.map(({ body }) => body)).toMatchObject([
      { message: "Done", internal: false, version: 1 },
      { message: "Watch this", internal: true, version: 1 },
    ]);
  });

  test("inserts a canned answer with its placeholders filled", async () => {
    const { member } = openTicket();
    await member.click(await screen.findByRole("button", { name: "Canned answers" }));
    await member.click(await screen.findByRole("menuitem", { name: "Greeting" }));
    await waitFor(async () => expect(await reply()).toHaveProperty("value", "Hello Nadia"));
  });

  test("shows the person, their earlier tickets and who else views it", async () => {
    viewers = [{ userId: "ines", displayName: "Ines Duarte" }];
    openTicket();
    expect(await screen.findByText("Ines Duarte is viewing this")).toBeDefined();
    const person = within(screen.getByRole("complementary", { name: "Person" }));
    expect(await person.findByText("Paused")).toBeDefined();
    expect(person.getByText("Ashcombe College")).toBeDefined();
    expect(person.getByText("Bridges")).toBeDefined();
    expect(person.getByText("An earlier one")).toBeDefined();
  });

  test("takes in duplicates of the same person", async () => {
    const { member } = openTicket();
    await member.click(await screen.findByRole("button", { name: "Merge duplicates" }));
    const dialog = within(await screen.findByRole("dialog"));
    await member.click(await dialog.findByRole("checkbox", { name: /An earlier one/ }));
    await member.click(dialog.getByRole("button", { name: "Merge" }));
    expect(await screen.findByText("Tickets merged")).toBeDefined();
    expect(sent[0]?.body).toEqual({ version: 1, duplicateIds: ["ticket-earlier1"] });
  });
});

describe("a chat", () => {
  const openChat = () => open("/live-support/chats/chat");

  test("is assigned and given a status", async () => {
    const { member } = openChat();
    const ines = await screen.findByRole("option", { name: "Ines Duarte" });
    await member.selectOptions(await select("Assigned to"), ines);
    expect(await screen.findByText("Staff assigned successfully")).toBeDefined();
    await member.selectOptions(await select("Status"), "waiting");
    expect(await screen.findByText("Conversation marked as waiting")).toBeDefined();
    expect(sent.map(({ body }) => body)).toEqual([
      { assignedTo: "ines", version: 1 },
      { status: "waiting", version: 1 },
    ]);
  });

  test.each([
    [500, "Failed to assign staff", "Failed to update conversation status"],
    [
      403,
      "Only support staff can assign conversations",
      "Only support staff can update conversation status",
    ],
  ])("with a %i, says why it was not changed", async (code, onAssign, onStatus) => {
    fails("patch", "/conversations/:id", code, "no", "Refused");
    const { member } = openChat();
    const ines = await screen.findByRole("option", { name: "Ines Duarte" });
    await member.selectOptions(await select("Assigned to"), ines);
    expect(await screen.findByText(onAssign)).toBeDefined();
    await member.selectOptions(await select("Status"), "waiting");
    expect(await screen.findByText(onStatus)).toBeDefined();
  });

  test("lists report a failure", async () => {
    server.use(
      http.get("/api/staff/support/conversations", () => refused(500, "internal", "Broken")),
    );
    open("/live-support/chats");
    expect(await screen.findByText("Failed to load support conversations")).toBeDefined();
  });
});

describe("the parts", () => {
  test("a filter survives the address", () => {
    const text = "q=logo&status=open%2Cresolved&assignedToId=me";
    expect(writeFilter(readFilter(new URLSearchParams(text))).toString()).toBe(text);
  });

  test("the inbox asks for the tickets of platform staff unless a desk is chosen", () => {
    const chosen = (text: string) => serverFilter(readFilter(new URLSearchParams(text)));
    expect(chosen("q=logo")).toEqual({ q: "logo", desk: "platform" });
    expect(chosen("desk=platform%2Caffiliation")).toEqual({ desk: "platform,affiliation" });
  });

  test("steps stay within the list", () => {
    expect(stepIn(["a", "b"], null, 1)).toBe("a");
    expect(stepIn(["a", "b"], "b", 1)).toBe("b");
    expect(stepIn([], "b", 1)).toBeNull();
  });

  test("viewers are named", () => {
    expect(viewersText(["Ann"])).toBe("Ann is viewing this");
    expect(viewersText(["Ann", "Bo"])).toBe("Ann and Bo are viewing this");
    expect(viewersText(["Ann", "Bo", "Cy"])).toBe("Ann and 2 others are viewing this");
  });
});
