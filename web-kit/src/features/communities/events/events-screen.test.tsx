import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { EventAnnouncement } from "../../../api/types.ts";
import { communityFixture, serveCommunity } from "../../../testing/community-server.ts";
import { community, eventAnnouncement } from "../../../testing/factories.ts";
import { openPage, servePages, server } from "../../../testing/open-page.tsx";
import { buildMember } from "../../../testing/people.ts";
import { communitiesRoutes } from "../routes.tsx";
import { EventsLink } from "./events-link.tsx";
import { eventRoutes } from "./routes.tsx";

servePages();

/** The upcoming events; past ones are served from another list. */
let upcoming: EventAnnouncement[];
const past = [eventAnnouncement("gone", { content: "Long ago", startsAt: "2020-01-01T12:00:00Z" })];

const isPast = (request: Request) => new URL(request.url).searchParams.get("past") === "true";

beforeEach(() => {
  upcoming = [
    eventAnnouncement("visit", { content: "Site visit" }),
    eventAnnouncement("dinner", { content: "Dinner", startsAt: "2099-01-02T12:00:00Z" }),
  ];
  const world = communityFixture(
    buildMember({ id: "nadia" }),
    community("bridges", { name: "Bridges" }),
  );
  serveCommunity(() => world);
  server.use(
    http.get("/api/me/events", ({ request }) => {
      const events = isPast(request) ? past : upcoming;
      const items = events.map((announcement) => ({ communityName: "Bridges", announcement }));
      return HttpResponse.json({ items, nextCursor: null });
    }),
    http.get("/api/communities/bridges/events", ({ request }) =>
      HttpResponse.json({ items: isPast(request) ? past : upcoming, nextCursor: null }),
    ),
  );
});

const dayHeadings = () =>
  screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);

describe("the events of all communities", () => {
  const open = (path = "/events") => openPage(path, eventRoutes);

  test("are grouped by day and name their community", async () => {
    open();
    expect(await screen.findByText("Site visit")).toBeDefined();
    expect(dayHeadings()).toHaveLength(2);
    const links = screen.getAllByRole("link", { name: "Bridges" });
    expect(links[0]?.getAttribute("href")).toBe("/communities/bridges");
  });

  test("that are past are shown on request", async () => {
    const { member, address } = open();
    await screen.findByText("Site visit");
    await member.click(screen.getByRole("button", { name: "Past" }));
    expect(await screen.findByText("Long ago")).toBeDefined();
    expect(screen.queryByText("Site visit")).toBeNull();
    await waitFor(() => expect(address()).toBe("/events?period=past"));
  });

  test("are loaded page by page", async () => {
    server.use(
      http.get("/api/me/events", ({ request }) => {
        const isSecond = new URL(request.url).searchParams.get("cursor") === "next";
        const announcement = isSecond ? upcoming[1] : upcoming[0];
        const nextCursor = isSecond ? null : "next";
        return HttpResponse.json({
          items: [{ communityName: "Bridges", announcement }],
          nextCursor,
        });
      }),
    );
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Show more events" }));
    expect(await screen.findByText("Dinner")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Show more events" })).toBeNull();
  });

  test("may be none", async () => {
    upcoming = [];
    open();
    expect(await screen.findByRole("heading", { name: "No upcoming events" })).toBeDefined();
  });

  test("may fail to load, with a retry", async () => {
    server.use(
      http.get("/api/me/events", () => HttpResponse.json({}, { status: 500 }), { once: true }),
    );
    const { member } = open();
    expect(await screen.findByText("Failed to load events. Please try again.")).toBeDefined();
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("Site visit")).toBeDefined();
  });
});

describe("the events of a community", () => {
  test("have a tab", async () => {
    const { member, path } = openPage("/communities/bridges", ({ cache }) =>
      communitiesRoutes(cache),
    );
    const sections = await screen.findByRole("navigation", { name: "Sections of Bridges" });
    await member.click(within(sections).getByRole("link", { name: "Events" }));
    expect(path()).toBe("/communities/bridges/events");
    expect(await screen.findByText("Site visit")).toBeDefined();
    await member.click(screen.getByRole("button", { name: "Past" }));
    expect(await screen.findByText("Long ago")).toBeDefined();
  });
});

test("the home page links to the events", async () => {
  openPage("/", () => [{ path: "/", element: <EventsLink /> }]);
  const link = await screen.findByRole("link", { name: "Upcoming events" });
  expect(link.getAttribute("href")).toBe("/events");
});
