import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, test } from "vitest";
import type { AffiliationRole } from "@guildhall/web-kit/api/affiliation-admin-types.ts";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import {
  affiliation,
  affiliationRefusal,
  PERMISSIONS,
} from "@guildhall/web-kit/testing/affiliations.ts";
import { person } from "@guildhall/web-kit/testing/factories.ts";
import { openPage, servePages, server, streams } from "@guildhall/web-kit/testing/open-page.tsx";
import { serveAdminArea } from "../../../testing/affiliation-admin.ts";
import { buildTenant } from "../../../testing/tenants.ts";
import { managedPageRoutes, manageRoutes } from "../main-routes.tsx";

servePages();

const ROOT = "/affiliation/oak-house/manage";
const open = (path = ROOT) =>
  openPage(path, ({ cache }) => [...managedPageRoutes(cache), ...manageRoutes(cache)]);
const tabs = async () => {
  const bar = await screen.findByRole("navigation", { name: "Sections of the admin area" });
  return within(bar)
    .getAllByRole("link")
    .map((link) => (link.firstChild?.textContent ?? "").trim());
};

describe("the tabs", () => {
  test.each<[AffiliationRole, string[]]>([
    [
      "owner",
      [
        "Overview",
        "Page",
        "People",
        "Requests",
        "Invitations",
        "Questionnaire",
        "Support",
        "Portal",
        "Integrations",
        "Analytics",
      ],
    ],
    [
      "admin",
      [
        "Overview",
        "Page",
        "People",
        "Requests",
        "Invitations",
        "Questionnaire",
        "Support",
        "Portal",
        "Integrations",
        "Analytics",
      ],
    ],
    ["reviewer", ["Overview", "Requests"]],
    ["brand-editor", ["Overview", "Page", "Portal"]],
    ["support", ["Overview", "Support"]],
  ])("of the role %s are those that it may use", async (role, expected) => {
    serveAdminArea(role);
    open();
    expect(await tabs()).toEqual(expected);
  });

  test("are refused at their address to other roles", async () => {
    serveAdminArea("reviewer");
    open(`${ROOT}/people`);
    expect(await screen.findByText("Your role does not include this section")).toBeTruthy();
  });

  test("are not found by members without a role", async () => {
    const fixture = serveAdminArea("owner");
    fixture.affiliation = affiliation({ isMember: true });
    open();
    expect(await screen.findByRole("heading", { name: "Affiliation not found" })).toBeTruthy();
  });

  test("show how many requests and invitations are open", async () => {
    serveAdminArea("owner");
    open();
    expect(await screen.findByRole("link", { name: /^Requests\s*2\s*pending$/ })).toBeTruthy();
    expect(screen.getByRole("link", { name: /^Invitations\s*3\s*open$/ })).toBeTruthy();
  });

  test.each([
    ["edit", "page"],
    ["requests?status=rejected", "requests?status=rejected"],
    ["questionnaire", "questionnaire"],
    ["portal", "portal"],
    ["portal/domains/d1", "portal/domains/d1"],
    ["portal/members", "people"],
    ["portal/analytics", "analytics"],
  ])("are reached from the former address %s", async (former, tab) => {
    serveAdminArea("reviewer");
    const { address } = open(`/affiliation/oak-house/${former}`);
    await screen.findByRole("navigation", { name: "Sections of the admin area" });
    expect(address()).toBe(`${ROOT}/${tab}`);
  });
});

describe("the overview", () => {
  test("lists the open items with a link to their tab", async () => {
    const fixture = serveAdminArea("owner");
    fixture.overview.items = [
      { kind: "pending-requests", count: 2, since: "2026-11-20T10:00:00Z" },
      { kind: "missing-logo", count: 1, since: null },
      { kind: "paused", count: 1, since: null },
    ];
    open();
    const items = within(await screen.findByRole("region", { name: "Open items" }));
    expect(items.getByText("2 requests to join are pending")).toBeTruthy();
    expect(
      items
        .getByRole("link", { name: "Review: 2 requests to join are pending" })
        .getAttribute("href"),
    ).toBe(`${ROOT}/requests`);
    expect(items.getByRole("link", { name: /^Add a logo/ }).getAttribute("href")).toBe(
      `${ROOT}/page`,
    );
    expect(items.getByText(/^Staff paused this affiliation/)).toBeTruthy();
    const figures = within(screen.getByRole("region", { name: "Figures" }));
    expect(figures.getByText("1,204")).toBeTruthy();
    expect(figures.getByText("12 new in 30 days")).toBeTruthy();
  });

  test("says when nothing is waiting, and shows a reviewer only the figures of their tabs", async () => {
    serveAdminArea("reviewer");
    open();
    expect(await screen.findByText("Nothing is waiting for you.")).toBeTruthy();
    const figures = within(screen.getByRole("region", { name: "Figures" }));
    expect(figures.getByText("Pending requests")).toBeTruthy();
    expect(figures.queryByText("Open invitations")).toBeNull();
  });

  test("retries after a failure", async () => {
    const fixture = serveAdminArea("owner");
    let requested = 0;
    server.use(
      http.get("/api/affiliations/oak/overview", () => {
        requested += 1;
        if (requested > 1) return HttpResponse.json(fixture.overview);
        return HttpResponse.json(affiliationRefusal(500, "Failed to load affiliation data"), {
          status: 500,
        });
      }),
    );
    const { member } = open();
    expect(await screen.findByText("Failed to load affiliation data")).toBeTruthy();
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("Nothing is waiting for you.")).toBeTruthy();
  });

  test("follows a change of the viewer's role while it is open", async () => {
    const fixture = serveAdminArea("owner");
    open();
    await waitFor(() => expect(streams).toHaveLength(1));
    const { viewer } = fixture.affiliation;
    const reviewer = { role: "reviewer" as const, permissions: PERMISSIONS.reviewer };
    fixture.affiliation = { ...fixture.affiliation, viewer: { ...viewer, ...reviewer } };
    streams[0]?.tell(1, { type: "affiliation.changed", affiliationId: "oak" });
    await waitFor(() => expect(screen.queryByRole("link", { name: "People" })).toBeNull());
    expect(await screen.findByText("Your role: Reviewer")).toBeTruthy();
  });

  test("keeps the open tab when the affiliation's URL path changes", async () => {
    const fixture = serveAdminArea("owner");
    const { app, path } = open(`${ROOT}/people`);
    await waitFor(() => expect(streams).toHaveLength(1));
    await screen.findByRole("navigation", { name: "Sections of the admin area" });
    fixture.affiliation = { ...fixture.affiliation, urlPath: "oak-trees" };
    server.use(
      http.get("/api/affiliations/oak-house", () =>
        HttpResponse.json(affiliationRefusal(404, "Affiliation not found"), { status: 404 }),
      ),
    );
    await app.cache.invalidateQueries({ queryKey: keys.openAffiliations });
    await waitFor(() => expect(path()).toBe("/affiliation/oak-trees/manage/people"));
  });
});

describe("the portal's tab", () => {
  const portalTabs = async () => {
    const bar = await screen.findByRole("navigation", { name: "Sections of this portal" });
    return within(bar)
      .getAllByRole("link")
      .map((link) => link.getAttribute("href"));
  };

  const serveTenant = () => {
    const tenant = buildTenant({ asStaff: false });
    server.use(
      http.get("/api/control/affiliations/oak/tenant", () => HttpResponse.json(tenant)),
      http.get("/api/control/tenants/:id/domains", () => HttpResponse.json({ items: [] })),
      http.get("/api/control/tenants/:id/brand", () =>
        HttpResponse.json({ draft: null, published: null, versions: [] }),
      ),
    );
  };

  test("has the portal's sections without its lifecycle actions", async () => {
    serveAdminArea("admin");
    serveTenant();
    open(`${ROOT}/portal`);
    expect(await portalTabs()).toEqual(
      ["", "/brand", "/domains", "/sign-in", "/log"].map((tab) => `${ROOT}/portal${tab}`),
    );
    expect(screen.queryByRole("button", { name: "Pause" })).toBeNull();
    expect(screen.queryByRole("button", { name: "More" })).toBeNull();
  });

  test("opens a brand editor's brand and has nothing else", async () => {
    serveAdminArea("brand-editor");
    serveTenant();
    const { path } = open(`${ROOT}/portal`);
    expect(await portalTabs()).toEqual([`${ROOT}/portal/brand`, `${ROOT}/portal/sign-in`]);
    await waitFor(() => expect(path()).toBe(`${ROOT}/portal/brand`));
  });

  test("says that there is no portal yet", async () => {
    serveAdminArea("admin");
    server.use(
      http.get("/api/control/affiliations/oak/tenant", () =>
        HttpResponse.json(affiliationRefusal(404, "Not found"), { status: 404 }),
      ),
    );
    open(`${ROOT}/portal`);
    expect(await screen.findByRole("heading", { name: "No portal yet" })).toBeTruthy();
  });
});

describe("an offered handover", () => {
  const offer = () => {
    const fixture = serveAdminArea("owner");
    fixture.affiliation = affiliation({ isMember: true, handoverOffered: true });
    server.use(
      http.get("/api/affiliations/oak/handover", () =>
        HttpResponse.json({
          to: person("me", "Me"),
          from: person("olga", "Olga Frey"),
          createdAt: "2026-11-20T10:00:00Z",
        }),
      ),
    );
    return fixture;
  };

  test("is accepted on the affiliation's page after a confirmation", async () => {
    const fixture = offer();
    server.use(
      http.post("/api/affiliations/oak/handover/accept", () => {
        fixture.affiliation = affiliation({
          isMember: true,
          role: "owner",
          permissions: PERMISSIONS.owner,
        });
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { member } = open("/affiliation/oak-house");
    expect(await screen.findByText(/^Olga Frey hands it over to you\./)).toBeTruthy();
    await member.click(screen.getByRole("button", { name: "Accept the ownership" }));
    const dialog = within(await screen.findByRole("dialog"));
    await member.click(dialog.getByRole("button", { name: "Accept" }));
    expect(await screen.findByText("You are now the owner of Oak House")).toBeTruthy();
    expect(await screen.findByRole("link", { name: "Manage" })).toBeTruthy();
    await waitFor(() =>
      expect(screen.queryByRole("button", { name: "Accept the ownership" })).toBeNull(),
    );
  });

  test("is declined, and reports an offer that was withdrawn meanwhile", async () => {
    offer();
    let answer = () =>
      HttpResponse.json(affiliationRefusal(404, "There is no handover to answer"), { status: 404 });
    server.use(http.post("/api/affiliations/oak/handover/decline", () => answer()));
    const { member } = open("/affiliation/oak-house");
    await member.click(await screen.findByRole("button", { name: "Decline" }));
    expect(await screen.findByText("There is no handover to answer")).toBeTruthy();
    answer = () => HttpResponse.json(null);
    await member.click(screen.getByRole("button", { name: "Decline" }));
    expect(await screen.findByText("You declined the handover")).toBeTruthy();
  });
});
