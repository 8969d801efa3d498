import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { reportsAt } from "@guildhall/web-kit/testing/community-server.ts";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { manageRoutes } from "../../affiliations/main-routes.tsx";
import { serveAdminArea } from "../../../testing/affiliation-admin.ts";
import { buildTenant, tenantAction } from "../../../testing/tenants.ts";
import { staffRoutes } from "../../staff/routes.tsx";
import type { Tenant } from "../types.ts";

servePages();

const CHANGE = "Change default language";
const LANGUAGE_PATH = "/api/control/tenants/:id/default-language";

let tenant: Tenant;
let sent: unknown[];

beforeEach(() => {
  tenant = buildTenant({ allowedActions: [tenantAction("changeDefaultLanguage")] });
  sent = [];
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ isStaff: true }))),
    http.get("/api/staff/overview", () => HttpResponse.json({ waitlistPending: 0 })),
    http.get("/api/staff/reports", () => HttpResponse.json(reportsAt([], "open"))),
    http.get("/api/control/tenants/:id", () => HttpResponse.json(tenant)),
    http.get("/api/control/tenants/:id/domains", () => HttpResponse.json({ items: [] })),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
    http.put<never, Pick<Tenant, "defaultLanguage">>(LANGUAGE_PATH, async ({ request }) => {
      const body = await request.json();
      sent.push(body);
      tenant = { ...tenant, ...body };
      return HttpResponse.json(tenant);
    }),
  );
});

const open = (tab = "") =>
  openPage(`/staff/tenants/${tenant.id}${tab}`, (app) => staffRoutes(app.cache));

/** The language in the portal's facts. */
const shownLanguage = async () =>
  (await screen.findByText("Default language", { selector: "dt" })).nextElementSibling;

const openDialog = async (member: ReturnType<typeof open>["member"]) => {
  await member.click(await screen.findByRole("button", { name: CHANGE }));
  return within(await screen.findByRole("dialog", { name: CHANGE }));
};

describe("the default language of a portal", () => {
  test("follows the browser until one is chosen", async () => {
    const { member } = open();
    expect((await shownLanguage())?.textContent).toContain("Follow the browser");
    const dialog = await openDialog(member);
    expect(dialog.getByRole("radio", { name: /^Follow the browser/, checked: true })).toBeTruthy();
    await member.click(dialog.getByRole("radio", { name: "Deutsch" }));
    await member.click(dialog.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Default language changed")).toBeTruthy();
    expect(await screen.findByText("Deutsch")).toBeTruthy();
    expect(sent).toEqual([{ defaultLanguage: "de" }]);
  });

  test("is sent as null to follow the browser again", async () => {
    tenant = { ...tenant, defaultLanguage: "en" };
    const { member } = open();
    expect((await shownLanguage())?.textContent).toContain("English");
    const dialog = await openDialog(member);
    expect(dialog.getByRole("radio", { name: "English", checked: true })).toBeTruthy();
    await member.click(dialog.getByRole("radio", { name: /^Follow the browser/ }));
    await member.click(dialog.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Follow the browser")).toBeTruthy();
    expect(sent).toEqual([{ defaultLanguage: null }]);
  });

  test("shows an error at the choice and stays open", async () => {
    server.use(
      http.put(LANGUAGE_PATH, () =>
        HttpResponse.json(
          {
            status: 422,
            code: "validation-failed",
            detail: "Please check your input",
            errors: [
              {
                field: "defaultLanguage",
                code: "language-unknown",
                message: "Language is not recognised",
              },
            ],
          },
          { status: 422 },
        ),
      ),
    );
    const { member } = open();
    const dialog = await openDialog(member);
    await member.click(dialog.getByRole("radio", { name: "Deutsch" }));
    await member.click(dialog.getByRole("button", { name: "Save" }));
    expect(await dialog.findByText("Language is not recognised")).toBeTruthy();
    expect((await shownLanguage())?.textContent).toContain("Follow the browser");
  });

  test("shows a failed save in the dialog", async () => {
    const problem = { status: 500, code: "internal", detail: "An internal error occurred" };
    server.use(http.put(LANGUAGE_PATH, () => HttpResponse.json(problem, { status: 500 })));
    const { member } = open();
    const dialog = await openDialog(member);
    await member.click(dialog.getByRole("button", { name: "Save" }));
    expect(await dialog.findByText("An internal error occurred")).toBeTruthy();
  });

  test("is only displayed if the viewer may not change it", async () => {
    tenant = buildTenant({ defaultLanguage: "de", allowedActions: [] });
    open();
    expect((await shownLanguage())?.textContent).toBe("Deutsch");
    expect(screen.queryByRole("button", { name: CHANGE })).toBeNull();
  });

  test("is changed by an admin of the affiliation on its own pages", async () => {
    tenant = { ...tenant, asStaff: false };
    serveAdminArea("admin");
    server.use(http.get("/api/control/affiliations/oak/tenant", () => HttpResponse.json(tenant)));
    const { member } = openPage("/affiliation/oak/manage/portal", (app) => manageRoutes(app.cache));
    const dialog = await openDialog(member);
    await member.click(dialog.getByRole("radio", { name: "Deutsch" }));
    await member.click(dialog.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Deutsch")).toBeTruthy();
    expect(sent).toEqual([{ defaultLanguage: "de" }]);
  });

  test("is named in the log", async () => {
    const entry = {
      id: "1",
      action: "tenant.change-language",
      actorName: "Owen Hale",
      before: { defaultLanguage: "de" },
      after: { defaultLanguage: null },
      reason: null,
      createdAt: "2026-11-20T10:00:00Z",
    };
    server.use(
      http.get("/api/control/tenants/:id/log", () =>
        HttpResponse.json({ items: [entry], nextCursor: null }),
      ),
    );
    open("/log");
    expect(await screen.findByText("Default language: Deutsch → Follow the browser")).toBeTruthy();
  });
});
