import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { StaffOverview } from "@guildhall/web-kit/api/staff-types.ts";
import { reportsAt } from "@guildhall/web-kit/testing/community-server.ts";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { buildStaffOverview } from "../../../testing/staff.ts";
import { staffRoutes } from "../routes.tsx";
import { trendChange, trendLabel, weekTotal } from "./trend-labels.ts";

servePages();

let overview: StaffOverview;

beforeEach(() => {
  overview = buildStaffOverview();
  server.use(
    http.get("/api/me", () =>
      HttpResponse.json(
        buildMember({ isStaff: true, staffPermissions: ["staffPortal", "moderation", "support"] }),
      ),
    ),
    http.get("/api/staff/overview", () => HttpResponse.json(overview)),
    http.get("/api/staff/reports", () => HttpResponse.json(reportsAt([], "open"))),
    http.get("/api/staff/support/stats", () =>
      HttpResponse.json({ days: [{ day: "2026-11-30", created: 4, closed: 1 }] }),
    ),
  );
});

const open = () => openPage("/staff", ({ cache }) => staffRoutes(cache));

describe("items that need an action", () => {
  test("are listed in the server's order, each with its action", async () => {
    overview = buildStaffOverview({
      items: [
        {
          kind: "affiliationRequest",
          id: "1",
          subject: "Rowan Street Growers",
          since: "2026-11-20T10:00:00Z",
          path: "/staff/affiliation-requests",
        },
        {
          kind: "failedJob",
          id: "2",
          subject: "mail",
          since: "2026-11-21T10:00:00Z",
          path: "/staff/jobs?state=failed",
        },
      ],
      moreItems: true,
    });
    open();
    const list = await screen.findByRole("list", { name: "Needs action, oldest first" });
    const links = within(list).getAllByRole("link");
    expect(
      links.map((link) => [link.getAttribute("aria-label"), link.getAttribute("href")]),
    ).toEqual([
      ["Review: Rowan Street Growers", "/staff/affiliation-requests"],
      ["Retry: mail", "/staff/jobs?state=failed"],
    ]);
    expect(screen.getByText(/These are the oldest 2/)).toBeDefined();
  });

  test("say so if there are none", async () => {
    open();
    expect(await screen.findByText("Nothing needs action now.")).toBeDefined();
  });

  test("a failed overview can be retried", async () => {
    server.use(
      http.get("/api/staff/overview", () =>
        HttpResponse.json({ status: 503, code: "x", detail: "Away for a moment" }, { status: 503 }),
      ),
    );
    const { member } = open();
    expect(await screen.findByText("Away for a moment")).toBeDefined();
    server.use(http.get("/api/staff/overview", () => HttpResponse.json(overview)));
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("Nothing needs action now.")).toBeDefined();
  });
});

test("draws the trends with text alternatives and a table, and the tickets for support", async () => {
  overview = buildStaffOverview({
    trends: {
      days: ["2026-11-29", "2026-11-30"],
      signUps: [1, 3],
      posts: [8, 5],
      activePeople: [40, 44],
    },
  });
  const { member } = open();
  expect(
    await screen.findByRole("img", {
      name: "From 1 to 3 sign-ups a day in 2 days, between 1 and 3",
    }),
  ).toBeDefined();
  expect(await screen.findByRole("img", { name: /From 0 to 4 support tickets/ })).toBeDefined();
  await member.click(screen.getByText("Show as a table"));
  const table = screen.getByRole("table", { name: "Trends of the last 14 days" });
  expect(within(table).getByRole("row", { name: "30 Nov 3 5 44 4" })).toBeDefined();
});

describe("the labels of a trend", () => {
  const values = [1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2];

  test("adds up the last seven days and compares them with the week before", () => {
    const trend = { name: "Posts", unit: "posts", values };
    expect(weekTotal(trend)).toBe(14);
    expect(trendChange(trend)).toBe("+7 from 7 in the week before");
    expect(trendLabel(trend)).toBe("From 1 to 2 posts a day in 14 days, between 1 and 2");
  });

  test("averages people, because the same person is active on several days", () => {
    const trend = { name: "Active people", unit: "active people", values, isAverage: true };
    expect(weekTotal(trend)).toBe(2);
    expect(trendChange(trend)).toBe("+1 from 1 in the week before");
  });

  test("mentions a decrease, and no change", () => {
    const trend = { name: "Posts", unit: "posts", values: values.toReversed() };
    expect(trendChange(trend)).toBe("−7 from 14 in the week before");
    expect(trendChange({ ...trend, values: [1, 1] })).toBe("+2 from 0 in the week before");
    expect(trendChange({ ...trend, values: [] })).toBe("as in the week before");
  });
});
