import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { StaffPermission, StaffRole } from "@guildhall/web-kit/api/staff-role-types.ts";
import { reportsAt } from "@guildhall/web-kit/testing/community-server.ts";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { buildStaffOverview } from "../../testing/staff.ts";
import { staffRoutes } from "./routes.tsx";

servePages();

const PERMISSIONS: Record<Exclude<StaffRole, "administrator">, StaffPermission[]> = {
  moderator: ["staffPortal", "accounts", "moderation"],
  support: ["staffPortal", "accounts", "support", "viewAsMember"],
  analyst: ["staffPortal", "analytics"],
};

let requested: string[];

beforeEach(() => {
  requested = [];
  server.use(
    http.get("/api/staff/*", ({ request }) => {
      const { pathname } = new URL(request.url);
      requested.push(pathname);
      if (pathname === "/api/staff/overview") return HttpResponse.json(buildStaffOverview());
      if (pathname === "/api/staff/reports") return HttpResponse.json(reportsAt([], "open"));
      return HttpResponse.json({ items: [], nextCursor: null, openCount: 0 });
    }),
  );
});

function open(path: string, role: StaffRole) {
  const permissions = role === "administrator" ? {} : { staffPermissions: PERMISSIONS[role] };
  server.use(
    http.get("/api/me", () =>
      HttpResponse.json(buildMember({ isStaff: true, staffRole: role, ...permissions })),
    ),
  );
  return openPage(path, ({ cache }) => [
    { path: "/", element: <p>Home</p> },
    ...staffRoutes(cache),
  ]);
}

/** The groups of the navigation with their sections. */
async function navigation(): Promise<Record<string, string[]>> {
  const [nav] = await screen.findAllByRole("navigation", { name: "Staff sections" });
  if (nav === undefined) throw new Error("no navigation");
  const lists = within(nav).getAllByRole("list");
  return Object.fromEntries(
    lists.map((list) => [
      list.getAttribute("aria-label") ?? "",
      within(list)
        .getAllByRole("link")
        .map((link) => link.textContent ?? ""),
    ]),
  );
}

describe("the navigation", () => {
  test("has the groups People, Spaces, Help and Platform for an administrator", async () => {
    open("/staff/users", "administrator");
    expect(await navigation()).toEqual({
      "": ["Overview", "Portals", "Analytics"],
      People: ["Users", "Affiliation requests", "Invite codes", "Waitlist"],
      Spaces: ["Affiliations", "Communities", "Reports", "Reported messages", "Moderation history"],
      Help: ["Support desk", "Live support", "Support team"],
      Platform: [
        "Legal documents",
        "Two-factor policy",
        "Content filter",
        "Security alerts",
        "Integrations",
        "Jobs",
        "Audit log",
      ],
    });
  });

  test("has only the sections of a moderator", async () => {
    open("/staff/users", "moderator");
    expect(await navigation()).toEqual({
      "": ["Overview"],
      People: ["Users", "Affiliation requests", "Waitlist"],
      Spaces: ["Communities", "Reports", "Reported messages"],
    });
  });

  test("has only the sections of support", async () => {
    open("/staff/users", "support");
    expect(await navigation()).toEqual({
      "": ["Overview"],
      People: ["Users"],
      Help: ["Support desk", "Live support", "Support team"],
    });
    expect(requested).not.toContain("/api/staff/reports");
    expect(requested).not.toContain("/api/staff/message-reports");
  });

  test("has only the overview and the analytics for an analyst", async () => {
    open("/staff", "analyst");
    expect(await navigation()).toEqual({ "": ["Overview", "Analytics"] });
    expect(await screen.findByText("1,204")).toBeDefined();
    expect(screen.queryByRole("link", { name: "Users" })).toBeNull();
    expect(requested).not.toContain("/api/staff/setup");
  });
});

describe("a page that the role does not include", () => {
  test.each([
    ["/staff/users", "analyst", "Users"],
    ["/staff/audit", "moderator", "Audit log"],
    ["/staff/jobs", "support", "Jobs"],
    ["/staff/integrations", "analyst", "Integrations"],
    ["/staff/tenants/t1", "moderator", "Portals"],
    ["/staff/communities/c1", "support", "Communities"],
    ["/live-support", "moderator", "Support desk"],
  ] as const)("shows the no-permission state of %s to a(n) %s", async (path, role, title) => {
    open(path, role);
    expect(
      await screen.findByRole("heading", { name: "You don't have permission to see this" }),
    ).toBeDefined();
    expect(screen.getByRole("heading", { level: 1, name: title })).toBeDefined();
    expect(screen.getByRole("link", { name: "Back to the overview" })).toBeDefined();
    expect(requested.filter((name) => name !== "/api/staff/overview")).toEqual(
      role === "moderator"
        ? expect.not.arrayContaining(["/api/staff/audit", "/api/staff/tenants"])
        : [],
    );
  });

  test("shows the state if the role was changed after the page was opened", async () => {
    server.use(
      http.get("/api/staff/audit", () =>
        HttpResponse.json(
          {
            status: 403,
            code: "staff-permission-required",
            detail: "Your staff role does not allow this.",
          },
          { status: 403 },
        ),
      ),
      http.get("/api/staff/audit/actions", () => HttpResponse.json({ actions: [] })),
    );
    open("/staff/audit", "administrator");
    expect(await screen.findByText("You don't have permission to see this")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Try Again" })).toBeNull();
  });
});
