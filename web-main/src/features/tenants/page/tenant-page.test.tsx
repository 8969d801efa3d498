import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { reportsAt } from "@guildhall/web-kit/testing/community-server.ts";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { buildTenant, tenantAction } from "../../../testing/tenants.ts";
import { staffRoutes } from "../../staff/routes.tsx";
import type { Tenant } from "../types.ts";

servePages();

const WHILE_PAUSED: Tenant["allowedActions"] = [
  tenantAction("activate"),
  tenantAction("rename"),
  tenantAction("archive"),
];

let tenant: Tenant;
let performedActions: unknown[];

beforeEach(() => {
  tenant = buildTenant();
  performedActions = [];
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ isStaff: true }))),
    http.get("/api/staff/overview", () => HttpResponse.json({ waitlistPending: 0 })),
    http.get("/api/staff/reports", () => HttpResponse.json(reportsAt([], "open"))),
    http.get("/api/control/tenants/:id", () => HttpResponse.json(tenant)),
    http.get("/api/control/tenants/:id/domains", () => HttpResponse.json({ items: [] })),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
    http.post("/api/control/tenants/:id/:action", async ({ request, params }) => {
      performedActions.push([params["action"], await request.json()]);
      tenant =
        params["action"] === "suspend"
          ? { ...tenant, state: "suspended", allowedActions: WHILE_PAUSED }
          : { ...tenant, state: "archived", allowedActions: [] };
      return HttpResponse.json(tenant);
    }),
    http.get("/api/control/tenants/:id/log", () =>
      HttpResponse.json({
        items: [
          {
            id: "1",
            action: "tenant.rename",
            actorName: "Owen Hale",
            before: { subdomain: "dockers" },
            after: { subdomain: "htwu" },
            reason: null,
            createdAt: "2026-11-20T10:00:00Z",
          },
        ],
        nextCursor: null,
      }),
    ),
  );
});

const open = (tab = "") =>
  openPage(`/staff/tenants/${tenant.id}${tab}`, (app) => staffRoutes(app.cache));
const button = (name: string) => screen.findByRole("button", { name });

describe("a portal's page", () => {
  test("pauses with a reason and shows the state", async () => {
    const { member } = open();
    await member.click(await button("Pause"));
    const dialog = await screen.findByRole("dialog");
    await member.click(within(dialog).getByRole("button", { name: "Pause" }));
    expect(await within(dialog).findByText("Please give a reason.")).toBeTruthy();
    expect(performedActions).toEqual([]);
    await member.type(within(dialog).getByLabelText("Reason"), "Asked for by the union");
    await member.click(within(dialog).getByRole("button", { name: "Pause" }));
    expect(await button("Activate")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Pause" })).toBeNull();
    expect(await screen.findByText("Portal paused")).toBeTruthy();
    expect(performedActions).toEqual([["suspend", { reason: "Asked for by the union" }]]);
  });

  test("archives only after its name was typed", async () => {
    const { member } = open();
    await member.click(await button("More"));
    await member.click(await screen.findByRole("menuitem", { name: "Archive" }));
    const dialog = await screen.findByRole("dialog");
    await member.type(within(dialog).getByLabelText("Reason"), "Merged");
    await member.type(within(dialog).getByLabelText(/^Type htwu/), "htw");
    await member.click(within(dialog).getByRole("button", { name: "Archive" }));
    expect(await within(dialog).findByText("Please type htwu.")).toBeTruthy();
    expect(performedActions).toEqual([]);
    await member.type(within(dialog).getByLabelText(/^Type htwu/), "u");
    await member.click(within(dialog).getByRole("button", { name: "Archive" }));
    expect(await screen.findByText("This portal is archived")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Activate" })).toBeNull();
    expect(screen.queryByRole("button", { name: "More" })).toBeNull();
  });

  test("uses one word for the change of the subdomain", async () => {
    const { member } = open();
    await member.click(await button("More"));
    await member.click(await screen.findByRole("menuitem", { name: "Change subdomain" }));
    const dialog = await screen.findByRole("dialog", { name: "Change subdomain of HTWU" });
    expect(within(dialog).getByRole("button", { name: "Change subdomain" })).toBeTruthy();
  });

  test("offers only the actions that the server allows", async () => {
    tenant = buildTenant({ state: "draft", allowedActions: WHILE_PAUSED.slice(0, 1) });
    open();
    expect(await button("Activate")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Pause" })).toBeNull();
    expect(screen.queryByRole("button", { name: "More" })).toBeNull();
  });

  test("describes audit entries with old and new values", async () => {
    open("/log");
    const row = (await screen.findByText("Subdomain changed")).closest("tr");
    expect(row?.textContent).toContain("Subdomain: dockers → htwu");
    expect(row?.textContent).toContain("Owen Hale");
  });
});
