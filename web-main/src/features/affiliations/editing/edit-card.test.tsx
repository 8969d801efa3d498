import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { Affiliation, Boot } from "@guildhall/web-kit/api/types.ts";
import {
  affiliation,
  singlePage,
  questionnaire,
  affiliationRefusal,
} from "@guildhall/web-kit/testing/affiliations.ts";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember, buildPortal, portalMembership } from "@guildhall/web-kit/testing/people.ts";
import { managedPageRoutes } from "../main-routes.tsx";
import { affiliationPageRoutes } from "@guildhall/web-kit/features/affiliations/routes.tsx";

servePages();

let oak: Affiliation;

beforeEach(() => {
  oak = affiliation({ isMember: true, isPublic: true, isAdmin: true });
  server.use(
    http.get("/api/me", () =>
      HttpResponse.json(buildMember({ portalMembership: portalMembership })),
    ),
    http.get("/api/transfer/targets", () => HttpResponse.json(singlePage([]))),
    http.get("/api/affiliations/:id", () => HttpResponse.json(oak)),
    http.get("/api/affiliations/:id/members", () => HttpResponse.json(singlePage([]))),
    http.get("/api/affiliation-requests", () => HttpResponse.json(singlePage([]))),
  );
});

const open = (changes: Partial<Boot> = {}) =>
  openPage(
    "/affiliation/oak-house",
    // The portal's build has no parts for admins.
    (app) =>
      changes.mode === "whitelabel"
        ? affiliationPageRoutes(app.cache)
        : managedPageRoutes(app.cache),
    changes,
  );
const card = async () =>
  within(await screen.findByRole("region", { name: "You manage this page" }));

describe("an admin", () => {
  test("sees an Edit link, and no portal preview without a portal", async () => {
    open();
    const mine = await card();
    expect(mine.getByText("Changes appear immediately on Guildhall.")).toBeTruthy();
    expect(mine.getByRole("link", { name: "Edit" }).getAttribute("href")).toBe(
      "/affiliation/oak-house/manage/page",
    );
    expect(mine.queryByRole("button", { name: "Preview (Whitelabel)" })).toBeNull();
  });

  test("is told about the portal if there is one", async () => {
    oak.viewer.runsPortal = true;
    const brand = { brandName: "Oak", brandColour: null, brandLogo: null };
    oak.subdomainConfig = { ...brand, subdomain: "oak", isActive: true };
    open();
    const mine = await card();
    expect(
      mine.getByText("Changes appear immediately on Guildhall and on the portal."),
    ).toBeTruthy();
    expect(mine.getByRole("button", { name: "Preview (Whitelabel)" })).toBeTruthy();
  });

  test("opens the form preview on request and can retry", async () => {
    let requested = 0;
    const settings = { stored: null, problem: null, templates: [], questionnaire: questionnaire() };
    server.use(
      http.get("/api/affiliations/oak/questionnaire/settings", () => {
        requested += 1;
        if (requested > 1) return HttpResponse.json(settings);
        return HttpResponse.json(affiliationRefusal(500, "Failed to load affiliation data"), {
          status: 500,
        });
      }),
    );
    const { member } = open();
    const mine = await card();
    expect(requested).toBe(0);
    await member.click(mine.getByRole("button", { name: "Preview (Main)" }));
    const preview = within(await screen.findByRole("dialog", { name: "Preview (Main)" }));
    await member.click(await preview.findByRole("button", { name: "Try Again" }));
    expect(await preview.findByRole("group", { name: "Size" })).toBeTruthy();
  });
});

describe("is not shown to", () => {
  const finds = async () => {
    await screen.findByRole("heading", { name: "Quick Facts" });
    return screen.queryByRole("heading", { name: "You manage this page" });
  };

  test("a member", async () => {
    oak = affiliation({ isMember: true, isPublic: true });
    open();
    expect(await finds()).toBeNull();
  });

  test("an admin on the portal", async () => {
    open({ portal: buildPortal, mode: "whitelabel" });
    expect(await finds()).toBeNull();
  });
});
