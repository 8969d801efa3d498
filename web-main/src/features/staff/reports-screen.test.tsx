import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { Report } from "@guildhall/web-kit/api/types.ts";
import { refusalResponse, reportsAt } from "@guildhall/web-kit/testing/community-server.ts";
import { reportOf } from "@guildhall/web-kit/testing/factories.ts";
import { mockLayout } from "@guildhall/web-kit/testing/layout.ts";
import { openPage, servePages, server, streams } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { staffRoutes } from "./routes.tsx";

servePages();

let reports: Report[];

beforeEach(() => {
  reports = [reportOf("aa", { excerpt: "Buy my cranes" })];
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ isStaff: true }))),
    http.get("/api/staff/overview", () => HttpResponse.json({})),
    http.get("/api/staff/reports", ({ request }) => {
      const status = new URL(request.url).searchParams.get("status");
      return HttpResponse.json(reportsAt(reports, status));
    }),
  );
});

const open = () => openPage("/staff/reports", ({ cache }) => staffRoutes(cache));

test("shows the reports of all communities with their places", async () => {
  open();
  const list = await screen.findByRole("list", { name: "Reports" });
  expect(within(list).getByText("Buy my cranes")).toBeDefined();
  const place = within(list).getByRole("link", { name: "Bridges" });
  expect(place.getAttribute("href")).toBe("/communities/bridges");
  const post = within(list).getByRole("link", { name: "Show post of Kwame Boateng" });
  expect(post.getAttribute("href")).toBe("/communities/bridges/threads/cable#post-aa");
  const nav = screen.getByRole("navigation", { name: "Staff sections" });
  expect(within(nav).getByRole("link", { name: /^Reports ?1 ?waiting$/ })).toBeDefined();
});

test("the menu counts open reports live", async () => {
  open();
  const nav = await screen.findByRole("navigation", { name: "Staff sections" });
  await within(nav).findByRole("link", { name: /^Reports ?1 ?waiting$/ });
  await waitFor(() => expect(streams).toHaveLength(1));
  reports = [...reports, reportOf("bb", { excerpt: "And my barges" })];
  streams[0]?.tell(1, { type: "report.opened", communityId: "bridges" });
  expect(await within(nav).findByRole("link", { name: /^Reports ?2 ?waiting$/ })).toBeDefined();
  reports = [];
  streams[0]?.tell(2, { type: "report.closed", communityId: "bridges" });
  expect(await within(nav).findByRole("link", { name: "Reports" })).toBeDefined();
});

test("a dismissed report is listed as dismissed", async () => {
  server.use(
    http.post("/api/reports/report-of-aa/dismiss", () => {
      reports = reports.map((report) => ({ ...report, status: "dismissed" }));
      return HttpResponse.json(reports[0]);
    }),
  );
  const { member } = open();
  const name = "Dismiss report about post of Kwame Boateng";
  await member.click(await screen.findByRole("button", { name }));
  expect(await screen.findByText("Report dismissed")).toBeDefined();
  expect(await screen.findByText("No open reports")).toBeDefined();
  await member.click(screen.getByRole("button", { name: "Dismissed" }));
  expect(await screen.findByText("Buy my cranes")).toBeDefined();
});

test("reports a load error", async () => {
  const words = "Failed to load reports";
  server.use(http.get("/api/staff/reports", () => refusalResponse(500, "internal", words)));
  open();
  expect(await screen.findByText(words)).toBeDefined();
});

test("renders only nearby rows of many reports", async () => {
  mockLayout();
  reports = Array.from({ length: 100 }, (_, at) => reportOf(`p${at}`, { excerpt: `Post ${at}` }));
  open();
  const list = await screen.findByRole("list", { name: "Reports" });
  await waitFor(() => expect(within(list).getAllByRole("listitem").length).toBeGreaterThan(9));
  expect(within(list).getAllByRole("listitem").length).toBeLessThan(40);
  expect(within(list).queryByText("Post 90")).toBeNull();
});
