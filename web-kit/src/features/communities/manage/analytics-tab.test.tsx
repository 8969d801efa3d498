import { screen, waitFor, within } from "@testing-library/react";
import { delay, http, HttpResponse } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import type { Community, CommunityAnalytics, Person } from "../../../api/types.ts";
import {
  refusalResponse,
  serveCommunity,
  communityFixture,
} from "../../../testing/community-server.ts";
import { adminOf, community } from "../../../testing/factories.ts";
import { openPage, servePages, server } from "../../../testing/open-page.tsx";
import { buildMember } from "../../../testing/people.ts";
import { communitiesRoutes } from "../routes.tsx";

servePages();

const me = buildMember({ id: "nadia" });
const address = "/api/communities/bridges/analytics";
let requested: URLSearchParams[] = [];

beforeEach(() => {
  requested = [];
  const bridges: Community = community("bridges", { name: "Bridges", viewer: adminOf() });
  serveCommunity(() => communityFixture(me, bridges));
});

const open = () =>
  openPage("/communities/bridges/manage/analytics", ({ cache }) => communitiesRoutes(cache));

const ada: Person = {
  userId: "ada",
  displayName: "Ada Okafor",
  firstName: "Ada",
  lastName: "Okafor",
  handle: "ada",
  profilePicture: null,
  isVerified: true,
  affiliationName: null,
  affiliations: [],
};

function figures(changes: Partial<CommunityAnalytics> = {}): CommunityAnalytics {
  return {
    communityId: "bridges",
    from: "2026-10-23T12:00:00Z",
    until: "2026-11-22T12:10:00Z",
    timeZone: "UTC",
    memberCount: 12,
    activeMembers: 5,
    totalThreads: 3,
    totalPosts: 40,
    posts: 31,
    likes: 9,
    joined: 4,
    left: 1,
    retentionRate: 75,
    daily: [16, 17, 18, 19, 20, 21, 22].map((day) => ({
      day: `2026-11-${day}`,
      posts: day - 16,
      joined: 0,
      left: 0,
    })),
    hourly: Array.from({ length: 24 }, (_, hour) => ({
      hour: `2026-11-22T${String(hour).padStart(2, "0")}:00:00Z`,
      posts: hour === 9 ? 3 : 0,
    })),
    topPosters: [{ person: ada, posts: 14 }],
    topThreads: [{ threadId: "cable", caption: "Cables", posts: 20 }],
    ...changes,
  };
}

function serve(changes: Partial<CommunityAnalytics> = {}) {
  server.use(
    http.get(address, ({ request }) => {
      requested.push(new URL(request.url).searchParams);
      return HttpResponse.json(figures(changes));
    }),
  );
}

test("shows figures, charts and tables", async () => {
  serve();
  const { member } = open();
  const retention = await screen.findByText("Retention");
  expect(retention.parentElement?.textContent).toBe("Retention75% of new members");
  const days = screen.getByRole("region", { name: "Posts by day" });
  await member.click(within(days).getByText("Show as a table"));
  const sunday = within(days).getByRole("rowheader", { name: "Sunday 22 November" });
  expect(sunday.parentElement?.textContent).toBe("Sunday 22 November6");
  const hours = screen.getByRole("region", { name: "Posts by hour" });
  await member.click(within(hours).getByText("Show as a table"));
  const nine = within(hours).getByRole("rowheader", { name: "Sunday 09:00" });
  expect(nine.parentElement?.textContent).toBe("Sunday 09:003");
  expect(screen.getByRole("link", { name: "Ada Okafor" }).getAttribute("href")).toBe(
    "/profile/ada",
  );
  expect(screen.getByRole("link", { name: "Cables" }).getAttribute("href")).toBe(
    "/communities/bridges/threads/cable",
  );
});

test("requests the chosen days in the reader's time zone", async () => {
  serve();
  const { member } = open();
  await screen.findByText("Retention");
  await member.click(screen.getByRole("radio", { name: "90 days" }));
  expect(await screen.findByText("in 90 days")).toBeDefined();
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(requested.map((query) => [query.get("days"), query.get("timeZone")])).toEqual([
    ["30", here],
    ["90", here],
  ]);
});

test("reports an inactive community", async () => {
  serve({ posts: 0, topPosters: [], topThreads: [] });
  open();
  expect(await screen.findByText("No posts in this period.")).toBeDefined();
  expect(screen.getByText("Shown once there are more than 10 posts.")).toBeDefined();
});

test("can be retried after a failure", async () => {
  server.use(http.get(address, () => refusalResponse(500, "internal", "Failed to get analytics")));
  const { member } = open();
  expect(await screen.findByText("Failed to get analytics")).toBeDefined();
  serve();
  await member.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByText("Retention")).toBeDefined();
});

test("times out after fifteen seconds and can be retried", async () => {
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(limit.signal);
  server.use(http.get(address, () => delay("infinite")));
  const { member } = open();
  expect(await screen.findByLabelText("Loading analytics")).toBeDefined();
  await waitFor(() => expect(timeout).toHaveBeenCalledWith(15_000));
  limit.abort();
  expect(await screen.findByText("Failed to get analytics")).toBeDefined();
  serve();
  await member.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByText("Retention")).toBeDefined();
});

test("shows a refusal instead of the figures", async () => {
  const words = "Only community admins can view analytics";
  server.use(http.get(address, () => refusalResponse(403, "analytics-admin-only", words)));
  open();
  expect(await screen.findByText(words)).toBeDefined();
});
