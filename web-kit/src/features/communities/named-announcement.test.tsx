import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import {
  type CommunityFixture,
  communityFixture,
  serveCommunity,
} from "../../testing/community-server.ts";
import { announcement, community, eventAnnouncement } from "../../testing/factories.ts";
import { openPage, server, servePages } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { communitiesRoutes } from "./routes.tsx";

servePages();

let world: CommunityFixture;
let scrolled: string[];

beforeEach(() => {
  world = communityFixture(buildMember({ id: "nadia" }), community("bridges", { name: "Bridges" }));
  world.announcements = ["a", "b", "c"].map((id) => announcement(id));
  serveCommunity(() => world);
  scrolled = [];
  vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function seen(this: Element) {
    scrolled.push(this.id);
  });
});

const open = (address: string) =>
  openPage(`/communities/bridges${address}`, ({ cache }) => communitiesRoutes(cache));

test("an address names an announcement: it is listed, open and scrolled into view", async () => {
  open("#announcement-c");
  const list = await screen.findByRole("list", { name: "Announcements" });
  expect(within(list).getAllByRole("listitem")).toHaveLength(3);
  const opened = within(list).getAllByRole("button", { expanded: true });
  expect(opened).toHaveLength(1);
  expect(within(list).getByText("News of c")).toBeDefined();
  await waitFor(() => expect(scrolled).toEqual(["announcement-c"]));
});

test("without an address, the first two are listed and closed", async () => {
  open("");
  const list = await screen.findByRole("list", { name: "Announcements" });
  expect(within(list).getAllByRole("listitem")).toHaveLength(2);
  expect(within(list).queryByRole("button", { expanded: true })).toBeNull();
  expect(scrolled).toEqual([]);
});

test("an announcement that has ended is reported", async () => {
  open("#announcement-gone");
  expect(await screen.findByText("This announcement is not listed any more.")).toBeDefined();
});

test("a past event of a later page is loaded", async () => {
  const events = ["talk", "visit"].map((id) =>
    eventAnnouncement(id, { startsAt: "2020-01-01T12:00:00Z", content: `The ${id}` }),
  );
  server.use(
    http.get("/api/communities/bridges/events", ({ request }) => {
      const { searchParams } = new URL(request.url);
      expect(searchParams.get("past")).toBe("true");
      const isSecond = searchParams.get("cursor") === "second";
      return HttpResponse.json({
        items: events.slice(isSecond ? 1 : 0, isSecond ? 2 : 1),
        nextCursor: isSecond ? null : "second",
      });
    }),
  );
  open("/events?period=past#announcement-visit");
  await waitFor(() => expect(scrolled).toEqual(["announcement-visit"]));
  expect(screen.getByText("The visit")).toBeDefined();
});
