import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { AuditEntry } from "@guildhall/web-kit/api/staff-types.ts";
import { auditActionLabel } from "@guildhall/web-kit/content/audit-labels.ts";
import { reportsAt } from "@guildhall/web-kit/testing/community-server.ts";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { buildStaffOverview, buildStaffUser } from "../../../testing/staff.ts";
import { buildTenant } from "../../../testing/tenants.ts";
import { staffRoutes } from "../routes.tsx";

servePages();

const user = buildStaffUser();
const tenant = buildTenant();

const ENTRY: AuditEntry = {
  id: "e1",
  action: "account.ban",
  actorId: "a1",
  actorName: "Owen Pritchard",
  actorPath: "/staff/users/a1",
  subjectKind: "account",
  subjectId: user.id,
  subjectName: "Bob Hale",
  subjectPath: `/staff/users/${user.id}`,
  reason: "Sold forged papers",
  requestId: null,
  before: { status: null },
  after: { status: "banned" },
  createdAt: "2026-11-20T10:00:00Z",
};

let queries: string[];

beforeEach(() => {
  queries = [];
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ isStaff: true }))),
    http.get("/api/staff/overview", () => HttpResponse.json(buildStaffOverview())),
    http.get("/api/staff/reports", () => HttpResponse.json(reportsAt([], "open"))),
    http.get("/api/staff/audit/actions", () =>
      HttpResponse.json({ actions: ["account.ban", "tenant.suspend"] }),
    ),
    http.get("/api/staff/audit", ({ request }) => {
      queries.push(new URL(request.url).search);
      return HttpResponse.json({ items: [ENTRY], nextCursor: null });
    }),
    http.get("/api/staff/users", () => HttpResponse.json({ items: [user], nextCursor: null })),
    http.get("/api/staff/users/:id", () => HttpResponse.json(user)),
    http.get("/api/control/tenants", () =>
      HttpResponse.json({ items: [tenant], nextCursor: null }),
    ),
    http.get("/api/control/tenants/:id", () => HttpResponse.json(tenant)),
  );
});

const open = (path: string) => openPage(path, ({ cache }) => staffRoutes(cache));
const picker = (name: string) => screen.findByRole<HTMLInputElement>("combobox", { name });

describe("the audit log", () => {
  test("shows names as links to their pages, and labels of actions", async () => {
    open("/staff/audit");
    const table = await screen.findByRole("table", { name: "Audit log" });
    expect(within(table).getByText("Account banned")).toBeDefined();
    const actor = within(table).getByRole("link", { name: "Owen Pritchard" });
    expect(actor.getAttribute("href")).toBe("/staff/users/a1");
    const subject = within(table).getByRole("link", { name: "Bob Hale" });
    expect(subject.getAttribute("href")).toBe(`/staff/users/${user.id}`);
    expect(within(table).getByText("status: – → banned")).toBeDefined();
  });

  test("is filtered by a person who is found with the keyboard", async () => {
    const { member, address } = open("/staff/audit");
    await member.type(await picker("Person"), "bob");
    const option = await screen.findByRole("option", { name: /Bob Hale/ });
    expect(option.getAttribute("aria-selected")).toBe("true");
    await member.keyboard("{ArrowDown}{Enter}");
    await waitFor(() => expect(queries.at(-1)).toBe(`?personId=${user.id}`));
    expect(address()).toBe(`/staff/audit?personId=${user.id}`);
    const field = screen.getByRole<HTMLInputElement>("combobox", { name: "Person" });
    await waitFor(() => expect(field.value).toBe("Bob Hale"));
    await member.click(screen.getByRole("button", { name: "Clear Person" }));
    await waitFor(() => expect(address()).toBe("/staff/audit"));
  });

  test("closes the options with Escape and keeps the choice", async () => {
    const { member, address } = open(`/staff/audit?tenantId=${tenant.id}`);
    const field = await picker("Portal");
    await waitFor(() => expect(field.value).toBe("HTWU"));
    await member.clear(field);
    await member.type(field, "htw");
    expect(await screen.findByRole("option", { name: /HTWU/ })).toBeDefined();
    await member.keyboard("{Escape}");
    expect(screen.queryByRole("option", { name: /HTWU/ })).toBeNull();
    expect(field.value).toBe("HTWU");
    expect(address()).toBe(`/staff/audit?tenantId=${tenant.id}`);
  });

  test("exports what the filters show as CSV", async () => {
    open(`/staff/audit?tenantId=${tenant.id}`);
    await screen.findByRole("option", { name: "Portal paused" });
    fireEvent.change(screen.getByRole("combobox", { name: "Action" }), {
      target: { value: "tenant.suspend" },
    });
    const query = `?tenantId=${tenant.id}&action=tenant.suspend`;
    await waitFor(() => expect(queries.at(-1)).toBe(query));
    expect(screen.getByRole("link", { name: "Export CSV" }).getAttribute("href")).toBe(
      `/api/staff/audit.csv${query}`,
    );
  });

  test("names the command line as actor, and a subject without a page as text", async () => {
    server.use(
      http.get("/api/staff/audit", () =>
        HttpResponse.json({
          items: [
            {
              ...ENTRY,
              actorId: null,
              actorName: null,
              actorPath: null,
              subjectPath: null,
              action: "legal.something-new",
            },
          ],
          nextCursor: null,
        }),
      ),
    );
    open("/staff/audit");
    expect(await screen.findByText("Command line")).toBeDefined();
    expect(screen.getByText("Legal something new")).toBeDefined();
    expect(screen.queryByRole("link", { name: "Bob Hale" })).toBeNull();
  });
});

test("the moderation history has a view for each kind", async () => {
  const { member } = open("/staff/moderation");
  expect(await screen.findByText("Account banned")).toBeDefined();
  expect(queries.at(-1)).toBe("?subjectKind=account");
  await member.click(screen.getByRole("button", { name: "Communities" }));
  await waitFor(() => expect(queries.at(-1)).toBe("?subjectKind=community"));
  await member.click(screen.getByRole("button", { name: "Reports" }));
  await waitFor(() => expect(queries.at(-1)).toBe("?action=report"));
});

test("an action without a label is made readable", () => {
  expect(auditActionLabel("tenant.something-new")).toBe("Tenant something new");
  expect(auditActionLabel("tenant.suspend")).toBe("Portal paused");
});
