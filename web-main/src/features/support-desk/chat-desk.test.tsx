import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { Requester } from "@guildhall/web-kit/api/support-staff-types.ts";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { openPage, server, servePages } from "@guildhall/web-kit/testing/open-page.tsx";
import { chatMessage, conversation, ticket } from "@guildhall/web-kit/testing/support.ts";
import { DeskScreen } from "./desk-screen.tsx";
import { fillForChat } from "./fill-for-chat.ts";

servePages();

const chat = conversation("chat", {
  userDisplayName: "Nadia Rahman",
  siteAffiliationId: "ashcombe",
});
const person: Requester = {
  userId: "nadia",
  displayName: "Nadia Rahman",
  email: "nadia@example.org",
  profilePicture: null,
  accountStatus: "active",
  pausedUntil: null,
  isOnboarded: true,
  joinedDate: "2026-01-01T00:00:00Z",
  affiliations: [{ id: "wise", name: "WISE" }],
  communities: [{ id: "bridges", name: "Bridges" }],
  tickets: [ticket("ticket-earlier1", { title: "An earlier one" })],
  siteAffiliationId: "ashcombe",
  siteName: "Ashcombe",
};

const page = (items: unknown[]) => HttpResponse.json({ items, nextCursor: null });

beforeEach(() => {
  const root = "/api/staff/support";
  server.use(
    http.get("/api/me", () =>
      HttpResponse.json(
        buildMember({ id: "owen", firstName: "Owen", lastName: "Pritchard", isStaff: true }),
      ),
    ),
    http.get(`${root}/team`, () => HttpResponse.json({ items: [] })),
    http.get(`${root}/conversations`, () => page([chat])),
    http.get(`${root}/conversations/chat`, () => HttpResponse.json(chat)),
    http.get(`${root}/conversations/chat/messages`, () => page([chatMessage("hello")])),
    http.get(`${root}/conversations/chat/requester`, () => HttpResponse.json(person)),
    http.get(`${root}/canned-answers`, () =>
      HttpResponse.json({
        items: [{ id: "c1", title: "Greeting", body: "Hello {firstName}", updatedAt: "" }],
      }),
    ),
    http.post(`${root}/presence`, () => HttpResponse.json({ staffAvailable: 1, viewers: [] })),
  );
});

const open = () =>
  openPage("/live-support/chats/chat", () => [{ path: "live-support/*", Component: DeskScreen }]);

test("shows the person, the site they came from, and their tickets", async () => {
  open();
  const aside = within(await screen.findByRole("complementary", { name: "Person" }));
  expect(await aside.findByText("Nadia Rahman")).toBeDefined();
  for (const text of ["Active", "WISE", "Bridges", "Ashcombe", "An earlier one"]) {
    expect(aside.getByText(text)).toBeDefined();
  }
});

test("inserts a canned answer with the person's name", async () => {
  const { member } = open();
  await member.click(await screen.findByRole("button", { name: "Canned answers" }));
  await member.click(await screen.findByRole("menuitem", { name: "Greeting" }));
  const box = await screen.findByRole("textbox", { name: "Write a message" });
  expect(box).toHaveProperty("value", "Hello Nadia");
});

test("placeholders of a ticket stay in a chat", () => {
  const staff = buildMember({ firstName: "Owen", lastName: "Pritchard" });
  expect(fillForChat("{fullName}, {ticketId}: {staffName}", chat, staff)).toBe(
    "Nadia Rahman, {ticketId}: Owen Pritchard",
  );
});
