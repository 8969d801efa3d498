import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { EventAnnouncement } from "../../../api/types.ts";
import {
  type CommunityFixture,
  communityFixture,
  refusalResponse,
  serveCommunity,
} from "../../../testing/community-server.ts";
import { serveAnswers, serveAttendees } from "../../../testing/events-server.ts";
import { community, eventAnnouncement, person, thread } from "../../../testing/factories.ts";
import { openPage, servePages, server, streams } from "../../../testing/open-page.tsx";
import { buildMember } from "../../../testing/people.ts";
import { communitiesRoutes } from "../routes.tsx";
import { timeRange } from "./event-times.ts";

servePages();

let world: CommunityFixture;

beforeEach(() => {
  world = communityFixture(
    buildMember({ id: "nadia" }),
    community("bridges", { name: "Bridges", viewer: community("x").viewer }),
  );
  world.threads = [thread("cable")];
  serveCommunity(() => world);
});

function open(changes: Partial<EventAnnouncement> = {}) {
  const event = eventAnnouncement("visit", {
    content: "Site visit",
    answers: { yes: 3, maybe: 1, no: 0 },
    ...changes,
  });
  world.announcements = [event];
  return { event, ...openPage("/communities/bridges", ({ cache }) => communitiesRoutes(cache)) };
}

const choice = (name: RegExp) => screen.findByRole<HTMLInputElement>("radio", { name });
const goOffline = (isOffline: boolean) => {
  Object.defineProperty(navigator, "onLine", { value: !isOffline, configurable: true });
  act(() => void dispatchEvent(new Event(isOffline ? "offline" : "online")));
};

describe("an event", () => {
  test("shows its time with the zone, its place, its link and its capacity", async () => {
    const { event } = open({
      endsAt: "2099-01-01T14:00:00Z",
      location: "Old library",
      link: "https://meet.example/visit",
      capacity: 20,
    });
    const time = await screen.findByText(timeRange(event));
    expect(time.getAttribute("datetime")).toBe("2099-01-01T12:00:00Z");
    expect(time.textContent).toMatch(/1 January 2099, .+–.+ [A-Z]/);
    expect(screen.getByText("Old library")).toBeDefined();
    const link = screen.getByRole("link", { name: /meet\.example/ });
    expect(link.getAttribute("href")).toBe("https://meet.example/visit");
    expect(screen.getByText("Up to 20 people")).toBeDefined();
    const file = screen.getByRole("link", { name: "Add to calendar" });
    expect(file.getAttribute("href")).toBe(
      "/api/communities/bridges/announcements/visit/event.ics",
    );
    expect(file.hasAttribute("download")).toBe(true);
  });

  test("is answered, and the answer is withdrawn", async () => {
    const received = serveAnswers();
    const { member } = open();
    expect((await choice(/^Yes/)).checked).toBe(false);
    await member.click(await choice(/^Yes 3/));
    expect((await choice(/^Yes 4/)).checked).toBe(true);
    await member.click(await screen.findByRole("button", { name: "Withdraw my answer" }));
    await waitFor(() => expect(received).toEqual(["yes", null]));
    expect((await choice(/^Yes/)).checked).toBe(false);
    expect(screen.queryByRole("button", { name: "Withdraw my answer" })).toBeNull();
  });

  test("shows an answer at once and restores the earlier one after a refusal", async () => {
    let respond = () => {};
    const responded = new Promise<void>((resolve) => {
      respond = resolve;
    });
    server.use(
      http.put("/api/communities/:id/announcements/visit/rsvp", async () => {
        await responded;
        return refusalResponse(409, "event-full", "This event is full");
      }),
    );
    const { member } = open({ ownAnswer: "maybe" });
    await member.click(await choice(/^Yes 3/));
    expect((await choice(/^Yes 4/)).checked).toBe(true);
    expect((await choice(/^Maybe 0/)).checked).toBe(false);
    respond();
    expect(await screen.findByText("This event is full")).toBeDefined();
    expect((await choice(/^Maybe 1/)).checked).toBe(true);
    expect((await choice(/^Yes 3/)).checked).toBe(false);
  });

  test("sends fast answers in order and shows the last one", async () => {
    const received = serveAnswers();
    const { member } = open();
    await member.click(await choice(/^Yes/));
    await member.click(await choice(/^Maybe/));
    await member.click(await choice(/^No/));
    await waitFor(() => expect(received).toEqual(["yes", "maybe", "no"]));
    expect((await choice(/^No/)).checked).toBe(true);
  });

  test("cannot be answered offline, and says why", async () => {
    open();
    const yes = await choice(/^Yes/);
    goOffline(true);
    const words = "You can answer when the connection is back.";
    expect(await screen.findByText(words)).toBeDefined();
    expect(yes.matches(":disabled")).toBe(true);
    goOffline(false);
    await waitFor(() => expect(yes.matches(":disabled")).toBe(false));
  });

  test("that is full accepts no further yes", async () => {
    open({ capacity: 3 });
    expect((await choice(/^Yes/)).disabled).toBe(true);
    expect((await choice(/^Maybe/)).disabled).toBe(false);
    expect(screen.getByText("Full")).toBeDefined();
  });

  test("that is full lets those who answered yes change their mind", async () => {
    open({ capacity: 3, ownAnswer: "yes" });
    expect((await choice(/^Yes/)).disabled).toBe(false);
  });

  test.each([
    ["Cancelled", { cancelledAt: "2026-11-20T10:00:00Z" }],
    ["Over", { startsAt: "2020-01-01T10:00:00Z" }],
  ])("that is %s shows its answers only", async (state, changes) => {
    open({ ...changes, ownAnswer: "yes" });
    expect(await screen.findByText(state)).toBeDefined();
    expect(screen.getByText(/3 yes.*1 maybe.*0 no/)).toBeDefined();
    expect(screen.getByText("You answered yes")).toBeDefined();
    expect(screen.queryByRole("radio")).toBeNull();
    expect(screen.queryByRole("link", { name: "Add to calendar" })).toBeNull();
  });

  test("is updated live and keeps the own answer", async () => {
    const { event } = open({ ownAnswer: "yes" });
    await choice(/^Yes 3/);
    await waitFor(() => expect(streams).toHaveLength(1));
    const about = { communityId: "bridges" };
    const answers = { yes: 3, maybe: 7, no: 2 };
    streams[0]?.tell(1, { type: "announcement.rsvp", announcementId: "visit", answers, ...about });
    expect((await choice(/^Maybe 7/)).checked).toBe(false);
    const { ownAnswer: _, ...told } = { ...event, answers, location: "Harbour" };
    streams[0]?.tell(2, { type: "announcement.updated", announcement: told, ...about });
    expect(await screen.findByText("Harbour")).toBeDefined();
    expect((await choice(/^Yes/)).checked).toBe(true);
  });

  test("shows who answered, by answer", async () => {
    const at = "2026-11-20T10:00:00Z";
    serveAttendees([
      { person: person("kwame", "Kwame Boateng"), answer: "yes", at },
      { person: person("priya", "Priya Raghunathan"), answer: "maybe", at },
    ]);
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Attendees" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Attendees" }));
    expect(await dialog.findByText("Kwame Boateng")).toBeDefined();
    expect(dialog.queryByText("Priya Raghunathan")).toBeNull();
    await member.click(dialog.getByRole("button", { name: /^Maybe/ }));
    expect(await dialog.findByText("Priya Raghunathan")).toBeDefined();
    await member.click(dialog.getByRole("button", { name: /^No/ }));
    expect(await dialog.findByText("No people that you can see.")).toBeDefined();
  });

  test("allows retrying if the attendees fail to load", async () => {
    server.use(
      http.get(
        "/api/communities/:id/announcements/visit/attendees",
        () => HttpResponse.json({}, { status: 500 }),
        { once: true },
      ),
    );
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Attendees" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Attendees" }));
    const words = "Failed to load the attendees. Please try again.";
    expect(await dialog.findByText(words)).toBeDefined();
    serveAttendees([]);
    await member.click(dialog.getByRole("button", { name: "Try Again" }));
    expect(await dialog.findByText("No people that you can see.")).toBeDefined();
  });

  test("offers no answers to staff outside the community", async () => {
    world.me = buildMember({ id: "nadia", isStaff: true });
    world.community = community("bridges", {
      viewer: { ...community("x").viewer, isMember: false, mayModerate: true },
    });
    open();
    expect(await screen.findByText(/3 yes/)).toBeDefined();
    expect(screen.queryByRole("radio")).toBeNull();
  });
});
