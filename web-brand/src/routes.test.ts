import { boot } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildPortal } from "@guildhall/web-kit/testing/people.ts";
import { createCache } from "@guildhall/web-kit/shell/cache.ts";
import { navFor, type NavSection } from "@guildhall/web-kit/shell/nav-items.ts";
import { onOtherSite, navPaths } from "@guildhall/web-kit/shell/nav-entries.ts";
import { matchRoutes } from "react-router";
import { describe, expect, test } from "vitest";
import { portalRoutes } from "./routes.tsx";

const portal = { ...boot, mode: "whitelabel" as const, portal: buildPortal };
const routes = portalRoutes({ boot: portal, cache: createCache(), navPaths: new Set() });
const paths = navPaths(routes);
const navigation: NavSection[] = ["bar", "account", "tabs", "more", "bell", "name", "search"];

describe("a portal's navigation", () => {
  test.each(navigation)("%s: omits the directory and the staff area", (place) => {
    for (const viewer of [null, { isStaff: false }, { isStaff: true }]) {
      const targets = navFor(place, viewer, paths).map(({ to }) => to);
      expect(targets).not.toContain("/affiliations");
      expect(targets).not.toContain("/staff");
    }
  });

  test("contains every other entry", () => {
    const labels = (place: NavSection) =>
      navFor(place, { isStaff: true }, paths).map(({ label }) => label);
    expect(labels("bar")).toEqual(["Home", "About", "My Communities", "Network", "Messages"]);
    expect(labels("more")).toEqual(["Activity", "About", "Profile", "Support", "Settings"]);
  });
});

test.each([
  "/waitlist",
  "/affiliations/new",
  "/staff",
  "/staff/users",
  "/live-support",
  "/live-support/tickets/t1",
  "/support-team",
  "/affiliation/oak/portal",
  "/affiliation/oak/portal/brand",
  "/affiliation/oak/questionnaire",
  "/affiliation/oak/edit",
])("%s redirects to the main site", (path) => {
  expect(matchRoutes(routes, path)?.at(-1)?.route.handle).toBe(onOtherSite);
});
