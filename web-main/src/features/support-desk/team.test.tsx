import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type {
  ChatSwitches,
  SupportActivity,
  SupportStats,
  TeamMember,
} from "@guildhall/web-kit/api/support-staff-types.ts";
import { openPage, server, servePages } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { actionText, formatDuration } from "./activity-labels.ts";
import { linePoints } from "./day-chart.tsx";
import { TeamScreen } from "./team-screen.tsx";

servePages();

const member: TeamMember = {
  userId: "owen",
  displayName: "Owen Pritchard",
  profilePicture: null,
  online: true,
  lastSeenAt: null,
  viewingTicketId: "ticket-7f3kq2ab",
  viewingConversationId: null,
  openTickets: 4,
  activeConversations: 1,
  ticketsAnswered: 21,
  ticketsClosed: 17,
  averageFirstAnswerTime: 0.5,
  averageResolutionTime: null,
};

const entry: SupportActivity = {
  id: "e1",
  staffId: "owen",
  staffName: "Owen Pritchard",
  action: "ticket.status",
  ticketId: "ticket-7f3kq2ab",
  conversationId: null,
  metadata: { to: "in_progress" },
  duration: 90,
  timestamp: "2026-11-20T17:02:00Z",
};

const stats: SupportStats = {
  total: 12,
  open: 3,
  inProgress: 2,
  resolved: 5,
  closed: 2,
  averageResolutionTime: 7.4,
  averageFirstAnswerTime: 1,
  byPriority: { low: 1, medium: 9, high: 1, urgent: 1 },
  byCategory: { general: 2, technical: 3, account: 4, groups: 1, content: 1, other: 1 },
  days: [
    { day: "2026-11-19", created: 2, closed: 0 },
    { day: "2026-11-20", created: 1, closed: 3 },
  ],
};

let switches: ChatSwitches;
let asked: string[];
let reports: number;

const refused = (status: number, detail: string) =>
  HttpResponse.json({ status, code: "no", detail, errors: [] }, { status });

beforeEach(() => {
  asked = [];
  reports = 0;
  switches = {
    network: true,
    portals: [{ affiliationId: "ashcombe", name: "Ashcombe", enabled: false }],
  };
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ isStaff: true }))),
    http.post("/api/staff/support/presence", () => {
      reports += 1;
      return HttpResponse.json({ staffAvailable: 1, viewers: [] });
    }),
    http.get("/api/staff/support/team", () => HttpResponse.json({ items: [member] })),
    http.get("/api/staff/support/activity", ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ items: [entry], nextCursor: null });
    }),
    http.get("/api/staff/support/stats", ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json(stats);
    }),
    http.get("/api/staff/support/chat-switches", () => HttpResponse.json(switches)),
    http.put("/api/staff/support/chat-switches", async ({ request }) => {
      const body = await request.json();
      switches = {
        ...switches,
        portals: switches.portals.map((one) => ({ ...one, enabled: true })),
      };
      asked.push(JSON.stringify(body));
      return HttpResponse.json(switches);
    }),
  );
});

const open = (path = "/support-team") =>
  openPage(path, () => [{ path: "support-team", Component: TeamScreen }]);

describe("the support team", () => {
  test("counts its reader as available", async () => {
    open();
    await waitFor(() => expect(reports).toBe(1));
  });

  test("lists presence and workload", async () => {
    open();
    const table = within(await screen.findByRole("table", { name: "Support staff" }));
    expect(table.getByText("Owen Pritchard")).toBeDefined();
    expect(table.getByRole("link", { name: "Viewing a ticket" })).toBeDefined();
    expect(table.getByRole("link", { name: "4 open tickets of Owen Pritchard" })).toBeDefined();
    expect(table.getByText("0.5 h")).toBeDefined();
  });

  test("reports that the staff could not be loaded", async () => {
    server.use(http.get("/api/staff/support/team", () => refused(500, "Broken")));
    open();
    expect(await screen.findByText("Failed to load support staff")).toBeDefined();
  });

  test("shows the activity log, filtered by person", async () => {
    const { member: reader } = open("/support-team?tab=activity");
    expect(await screen.findByText("changed the status to in progress")).toBeDefined();
    await reader.selectOptions(
      screen.getByRole("combobox", { name: "Staff" }),
      await screen.findByRole("option", { name: "Owen Pritchard" }),
    );
    await waitFor(() => expect(asked.at(-1)).toContain("staffId=owen"));
  });

  test("shows statistics with charts, their numbers, and a CSV file", async () => {
    const { member: reader } = open("/support-team?tab=statistics&from=2026-11-19");
    expect(await screen.findByText("7.4 h")).toBeDefined();
    expect(screen.getByText("1.0 h")).toBeDefined();
    expect(asked[0]).toContain("from=2026-11-19");
    const file = screen.getByRole("link", { name: "Export CSV" });
    expect(file.getAttribute("href")).toBe("/api/staff/support/stats.csv?from=2026-11-19");
    await reader.click(screen.getByText("Show as a table"));
    const table = within(screen.getByRole("table", { name: "Tickets by day" }));
    expect(table.getAllByRole("row").map(({ textContent }) => textContent)).toEqual([
      "DayCreatedClosed",
      "19 November 202620",
      "20 November 202613",
    ]);
  });

  test("lets an affiliation answer the tickets of its portal", async () => {
    const desk = { affiliationId: "ashcombe", name: "Ashcombe", enabled: false };
    server.use(
      http.get("/api/staff/support/affiliation-desks", () => HttpResponse.json({ items: [desk] })),
      http.put("/api/staff/support/affiliation-desks", async ({ request }) => {
        asked.push(JSON.stringify(await request.json()));
        return HttpResponse.json({ items: [{ ...desk, enabled: true }] });
      }),
    );
    const { member: person } = open("/support-team?tab=affiliations");
    await person.click(await screen.findByRole("checkbox", { name: "Ashcombe" }));
    expect(await screen.findByText("The affiliation answers new tickets")).toBeDefined();
    expect(asked.at(-1)).toBe('{"affiliationId":"ashcombe","enabled":true}');
  });

  test("switches chat on for a portal", async () => {
    const { member: reader } = open("/support-team?tab=chat");
    await reader.click(await screen.findByRole("checkbox", { name: "Ashcombe" }));
    expect(await screen.findByText("Support chat switched on")).toBeDefined();
    expect(asked).toEqual([JSON.stringify({ affiliationId: "ashcombe", enabled: true })]);
    expect(screen.getByRole("checkbox", { name: "Ashcombe" })).toHaveProperty("checked", true);
  });
});

describe("the parts", () => {
  test("actions are in words, unknown ones keep their name", () => {
    expect(actionText({ ...entry, action: "ticket.merge", metadata: {} })).toBe(
      "merged duplicates",
    );
    expect(actionText({ ...entry, action: "ticket.fold", metadata: {} })).toBe("ticket.fold");
  });

  test("durations use the fitting unit", () => {
    expect([45, 720, 12_600].map(formatDuration)).toEqual(["45 s", "12 min", "3.5 h"]);
  });

  test("a chart's line runs from edge to edge, zero at the bottom", () => {
    expect(linePoints([0, 4], 4, 100)).toEqual([
      { x: 8, y: 152 },
      { x: 92, y: 8 },
    ]);
  });
});
