import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { MessageReport, ReportedMessage } from "@guildhall/web-kit/api/message-types.ts";
import { reportsAt } from "@guildhall/web-kit/testing/community-server.ts";
import { person } from "@guildhall/web-kit/testing/factories.ts";
import { mockLayout } from "@guildhall/web-kit/testing/layout.ts";
import { openPage, servePages, server, streams } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { staffRoutes } from "../routes.tsx";

servePages();

let reports: MessageReport[];
/** Requests for reported messages, each of which the server records. */
let looks: number;

const reportOf = (id: string): MessageReport => ({
  id,
  conversationId: "c1",
  messageId: "m2",
  sender: person("kwame"),
  reporter: person("priya", "Priya Raghunathan"),
  reason: "Threats",
  status: "open",
  createdAt: "2026-11-20T10:00:00Z",
  handledBy: null,
  handledAt: null,
});

const said = (id: string, changes: Partial<ReportedMessage> = {}): ReportedMessage => ({
  id,
  kind: "text",
  sender: person("kwame"),
  content: `Words of ${id}`,
  timestamp: "2026-11-20T10:00:00Z",
  editedAt: null,
  deleted: false,
  images: [],
  reported: false,
  ...changes,
});

const picture = { id: "p1", url: "/media/p1", width: 40, height: 30, alt: "A cable" };

beforeEach(() => {
  mockLayout();
  looks = 0;
  reports = [reportOf("r1")];
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ isStaff: true }))),
    http.get("/api/staff/overview", () => HttpResponse.json({})),
    http.get("/api/staff/reports", () => HttpResponse.json({ items: [], nextCursor: null })),
    http.get("/api/staff/message-reports", ({ request }) => {
      const status = new URL(request.url).searchParams.get("status");
      const items = reports.filter((report) => report.status === status);
      return HttpResponse.json({ ...reportsAt([], status), items, openCount: reports.length });
    }),
    http.get("/api/staff/message-reports/:id", () => {
      looks += 1;
      const messages = [
        said("m1"),
        said("m2", { reported: true, content: "https://example.org", images: [picture] }),
        said("m3", { deleted: true, content: "" }),
      ];
      return HttpResponse.json({ report: reports[0], messages });
    }),
  );
});

const open = () => openPage("/staff/message-reports", ({ cache }) => staffRoutes(cache));

test("lists reports without the messages, and counts them in the menu", async () => {
  open();
  const list = await screen.findByRole("list", { name: "Reported messages" });
  expect(within(list).getByText("Threats")).toBeDefined();
  expect(within(list).queryByText(/Words of/)).toBeNull();
  const nav = screen.getByRole("navigation", { name: "Staff sections" });
  expect(within(nav).getByRole("link", { name: /^Reported messages ?1/ })).toBeDefined();
  expect(looks).toBe(0);
});

test("shows the message and its neighbours on request, loaded once and as plain text", async () => {
  const { member } = open();
  const show = await screen.findByRole("button", { name: "Show message of Kwame Boateng" });
  await member.click(show);
  const shown = await screen.findByRole("list", { name: "Reported message" });
  const rows = [...shown.children];
  expect(rows[1]?.textContent).toContain("https://example.org");
  expect(within(shown).getByRole("img", { name: "A cable" })).toBeDefined();
  expect(rows[1]?.textContent).toContain("Reported");
  expect(rows[2]?.textContent).toContain("Deleted by its author");
  expect(within(shown).queryByRole("link")).toBeNull();
  await member.click(screen.getByRole("button", { name: "Hide message of Kwame Boateng" }));
  await member.click(screen.getByRole("button", { name: "Show message of Kwame Boateng" }));
  expect(await screen.findByRole("list", { name: "Reported message" })).toBeDefined();
  expect(looks).toBe(1);
});

test("a resolved report leaves the list, and a new one appears live", async () => {
  server.use(
    http.post("/api/staff/message-reports/:id/resolve", () => {
      const [first] = reports;
      reports = [];
      return HttpResponse.json({ ...first, status: "resolved" });
    }),
  );
  const { member } = open();
  const about = "Resolve report about the message of Kwame Boateng";
  await member.click(await screen.findByRole("button", { name: about }));
  expect(await screen.findByText("Report resolved")).toBeDefined();
  await waitFor(() => expect(screen.queryByText("Threats")).toBeNull());
  reports = [{ ...reportOf("r2"), reason: "Spam" }];
  streams[0]?.tell(1, { type: "message-report.changed", messageReportId: "r2" });
  expect(await screen.findByText("Spam")).toBeDefined();
});
