import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { ContentFilter } from "@guildhall/web-kit/api/types.ts";
import { reportsAt } from "@guildhall/web-kit/testing/community-server.ts";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { serveAdminArea } from "../../../testing/affiliation-admin.ts";
import { buildTenant } from "../../../testing/tenants.ts";
import { manageRoutes } from "../../affiliations/main-routes.tsx";
import { staffRoutes } from "../../staff/routes.tsx";
import type { Tenant } from "../types.ts";

servePages();

const CHANGE = "Change content filter";
const PATH = "/api/staff/tenants/:id/content-filter";
let tenant: Tenant;
let sent: unknown[];

beforeEach(() => {
  tenant = buildTenant();
  sent = [];
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ isStaff: true }))),
    http.get("/api/staff/overview", () => HttpResponse.json({ waitlistPending: 0 })),
    http.get("/api/staff/reports", () => HttpResponse.json(reportsAt([], "open"))),
    http.get("/api/staff/content-filter", () => HttpResponse.json({ filter: "strict" })),
    http.get("/api/control/tenants/:id", () => HttpResponse.json(tenant)),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
    http.put<never, { filter: ContentFilter | null }>(PATH, async ({ request }) => {
      const body = await request.json();
      sent.push(body);
      tenant = { ...tenant, contentFilter: body.filter };
      return HttpResponse.json({ contentFilter: body.filter });
    }),
  );
});

const open = (tab = "") =>
  openPage(`/staff/tenants/${tenant.id}${tab}`, (app) => staffRoutes(app.cache));
const fact = async () =>
  (await screen.findByText("Content filter", { selector: "dt" })).nextElementSibling;
const openDialog = async (member: ReturnType<typeof open>["member"]) => {
  await member.click(await screen.findByRole("button", { name: CHANGE }));
  return within(await screen.findByRole("dialog", { name: CHANGE }));
};

describe("the content filter of a portal", () => {
  test("follows the network until staff choose one", async () => {
    const { member } = open();
    expect(await screen.findByText("As the network: Strict")).toBeTruthy();
    const dialog = await openDialog(member);
    const network = { name: /^As the network: Strict/, checked: true };
    expect(dialog.getByRole("radio", network)).toBeTruthy();
    await member.click(dialog.getByRole("radio", { name: /^Relaxed/ }));
    await member.click(dialog.getByRole("button", { name: "Change filter" }));
    expect(await screen.findByText("Content filter changed")).toBeTruthy();
    expect(await screen.findByText("Relaxed")).toBeTruthy();
    expect(sent).toEqual([{ filter: "relaxed" }]);
  });

  test("is sent as null to follow the network again", async () => {
    tenant = { ...tenant, contentFilter: "relaxed" };
    const { member } = open();
    const dialog = await openDialog(member);
    expect(dialog.getByRole("radio", { name: /^Relaxed/, checked: true })).toBeTruthy();
    await member.click(dialog.getByRole("radio", { name: /^As the network/ }));
    await member.click(dialog.getByRole("button", { name: "Change filter" }));
    expect(await screen.findByText("As the network: Strict")).toBeTruthy();
    expect(sent).toEqual([{ filter: null }]);
  });

  test("shows a failed change in the dialog", async () => {
    const problem = { status: 500, code: "internal", detail: "An internal error occurred" };
    server.use(http.put(PATH, () => HttpResponse.json(problem, { status: 500 })));
    const { member } = open();
    const dialog = await openDialog(member);
    await member.click(dialog.getByRole("button", { name: "Change filter" }));
    expect(await dialog.findByText(problem.detail)).toBeTruthy();
  });

  test("cannot be changed in an archived portal", async () => {
    tenant = { ...tenant, state: "archived", contentFilter: "strict" };
    open();
    expect((await fact())?.textContent).toBe("Strict");
    expect(screen.queryByRole("button", { name: CHANGE })).toBeNull();
  });

  test("is only displayed to an admin of the affiliation", async () => {
    tenant = buildTenant({ asStaff: false });
    serveAdminArea("admin");
    server.use(http.get("/api/control/affiliations/oak/tenant", () => HttpResponse.json(tenant)));
    openPage("/affiliation/oak/manage/portal", (app) => manageRoutes(app.cache));
    expect((await fact())?.textContent).toBe("As the network");
    expect(screen.queryByRole("button", { name: CHANGE })).toBeNull();
  });

  test("is named in the log", async () => {
    const entry = {
      id: "1",
      action: "tenant.change-content-filter",
      actorName: "Owen Hale",
      before: { contentFilter: "strict" },
      after: { contentFilter: null },
      reason: null,
      createdAt: "2026-11-20T10:00:00Z",
    };
    server.use(
      http.get("/api/control/tenants/:id/log", () =>
        HttpResponse.json({ items: [entry], nextCursor: null }),
      ),
    );
    open("/log");
    expect(await screen.findByText("Content filter: Strict → As the network")).toBeTruthy();
  });
});
