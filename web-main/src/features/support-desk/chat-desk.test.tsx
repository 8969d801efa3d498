import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
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
const user = {
  id: "nadia",
  email: "nadia@example.org",
  firstName: "Nadia",
  lastName: "Rahman",
  profilePicture: null,
  accountStatus: "active",
  pausedUntil: null,
  status: null,
  hasCompletedOnboarding: true,
  joinedDate: "2026-01-01T00:00:00Z",
  communities: 4,
  affiliations: [{ id: "wise", name: "WISE", isPublic: true }],
};
let asked: string[];

const page = (items: unknown[]) => HttpResponse.json({ items, nextCursor: null });

beforeEach(() => {
  asked = [];
  const root = "/api/staff/support";
  server.use(
    http.get("/api/me", () =>
      HttpResponse.json(
        buildMember({ id: "owen", firstName: "Owen", lastName: "Pritchard", isStaff: true }),
      ),
    ),
    http.get("/api/staff/users/nadia", () => HttpResponse.json(user)),
    http.get(`${root}/team`, () => HttpResponse.json({ items: [] })),
    http.get(`${root}/conversations`, () => page([chat])),
    http.get(`${root}/conversations/chat`, () => HttpResponse.json(chat)),
    http.get(`${root}/conversations/chat/messages`, () => page([chatMessage("hello")])),
    http.get(`${root}/tickets`, ({ request }) => {
      asked.push(new URL(request.url).search);
      return page([ticket("ticket-earlier1", { title: "An earlier one" })]);
    }),
    http.get(`${root}/chat-switches`, () =>
      HttpResponse.json({
        network: true,
        portals: [{ affiliationId: "ashcombe", name: "Ashcombe", enabled: true }],
      }),
    ),
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
  const person = within(await screen.findByRole("complementary", { name: "Person" }));
  expect(await person.findByText("Nadia Rahman")).toBeDefined();
  expect(person.getByText("Active")).toBeDefined();
  expect(person.getByText("WISE")).toBeDefined();
  expect(await person.findByText("Ashcombe")).toBeDefined();
  expect(await person.findByText("An earlier one")).toBeDefined();
  expect(asked).toEqual(["?userId=nadia&limit=20"]);
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
