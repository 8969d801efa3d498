import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { AffiliationTicket } from "../../api/support-affiliation-types.ts";
import { openPage, server, servePages } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { ticket, ticketMessage } from "../../testing/support.ts";
import { AffiliationSupport } from "./affiliation-support.tsx";
import { clearReplyDrafts } from "./reply-drafts.ts";

servePages();

const ROOT = "/api/affiliations/oak/support";
const CONFLICT = "Someone else has changed this ticket. Check the changes and try again.";

let desk: { enabled: boolean; openTickets: number };
let first: AffiliationTicket;
let sent: { path: string; body: unknown }[];
let asked: string[];

const page = (items: unknown[]) => HttpResponse.json({ items, nextCursor: null });
const refused = (status: number, code: string, detail: string) =>
  HttpResponse.json({ status, code, detail, errors: [] }, { status });

async function record(request: Request) {
  const body: unknown = await request.json();
  sent.push({ path: new URL(request.url).pathname.slice(ROOT.length), body });
}

beforeEach(() => {
  clearReplyDrafts();
  desk = { enabled: true, openTickets: 1 };
  first = { ...ticket("t1", { title: "My logo" }), memberSince: "2025-05-12T09:00:00Z" };
  sent = [];
  asked = [];
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ id: "bea" }))),
    http.get(ROOT, () => HttpResponse.json(desk)),
    http.get(`${ROOT}/tickets`, ({ request }) => {
      asked.push(new URL(request.url).search);
      return page([first]);
    }),
    http.get(`${ROOT}/tickets/t1`, () => HttpResponse.json(first)),
    http.get(`${ROOT}/tickets/t1/messages`, () => page([ticketMessage("hello")])),
    http.post(`${ROOT}/tickets/t1/messages`, async ({ request }) => {
      await record(request);
      return HttpResponse.json(ticketMessage("new"), { status: 201 });
    }),
    http.patch(`${ROOT}/tickets/t1`, async ({ request }) => {
      await record(request);
      first = { ...first, status: "resolved", version: 2 };
      return HttpResponse.json(first);
    }),
    http.post(`${ROOT}/tickets/t1/escalation`, async ({ request }) => {
      await record(request);
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

const open = (path = "/manage") =>
  openPage(path, () => [
    { path: "manage", element: <AffiliationSupport affiliation={{ id: "oak", name: "Oak" }} /> },
  ]);

describe("the desk of an affiliation", () => {
  test("says who answers while staff have not turned it on", async () => {
    desk = { enabled: false, openTickets: 0 };
    open();
    expect(await screen.findByText("Platform staff answer your members")).toBeDefined();
    expect(asked).toEqual([]);
  });

  test("lists the tickets with the membership of the person, filtered by status", async () => {
    const { member } = open();
    const list = within(await screen.findByRole("list", { name: "Tickets" }));
    expect(list.getByText("Member since 12 May 2025")).toBeDefined();
    await member.selectOptions(screen.getByLabelText("Status"), "resolved");
    await waitFor(() => expect(asked.at(-1)).toBe("?status=resolved"));
  });

  test("answers a ticket and changes its status", async () => {
    const { member, address } = open();
    await member.click(await screen.findByRole("button", { name: /My logo/ }));
    await waitFor(() => expect(address()).toBe("/manage?ticket=t1"));
    await member.type(await screen.findByRole("textbox", { name: "Write a reply" }), "Done{Enter}");
    expect(await screen.findByText("Message sent successfully")).toBeDefined();
    await member.selectOptions(screen.getByLabelText("Status"), "resolved");
    expect(await screen.findByText("Ticket updated")).toBeDefined();
    expect(sent).toEqual([
      { path: "/tickets/t1/messages", body: { message: "Done", attachmentIds: [] } },
      { path: "/tickets/t1", body: { version: 1, status: "resolved" } },
    ]);
    await member.click(screen.getByRole("button", { name: "Back to tickets" }));
    await waitFor(() => expect(address()).toBe("/manage"));
  });

  test("a second editor is told, and overwrites nothing", async () => {
    server.use(http.patch(`${ROOT}/tickets/t1`, () => refused(409, "ticket-changed", CONFLICT)));
    const { member } = open("/manage?ticket=t1");
    await member.selectOptions(await screen.findByLabelText("Status"), "closed");
    expect(await screen.findByText(CONFLICT)).toBeDefined();
  });

  test("gives a ticket to platform staff with a reason", async () => {
    const { member, address } = open("/manage?ticket=t1");
    await member.click(await screen.findByRole("button", { name: "Give to platform staff" }));
    const dialog = within(await screen.findByRole("dialog"));
    const give = dialog.getByRole("button", { name: "Give to platform staff" });
    await member.click(give);
    expect(dialog.getByText("Please give a reason.")).toBeDefined();
    await member.type(dialog.getByLabelText(/^Reason/), "A fault of the portal");
    await member.click(give);
    expect(await screen.findByText("Ticket given to platform staff")).toBeDefined();
    expect(sent.at(-1)).toEqual({
      path: "/tickets/t1/escalation",
      body: { version: 1, reason: "A fault of the portal" },
    });
    await waitFor(() => expect(address()).toBe("/manage"));
  });
});
