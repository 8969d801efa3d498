import { describe, expect, test } from "vitest";
import { pendingCount, totalPending } from "./badges.ts";
import { navFor, type NavSection } from "./nav-items.ts";
import { onOtherSite, navPaths } from "./nav-entries.ts";

const whole = new Set([
  "home",
  "about",
  "communities",
  "affiliations",
  "network",
  "messages",
  "staff",
  "profile",
  "activity",
  "support",
  "settings",
]);
const labels = (place: NavSection, isStaff: boolean, places: ReadonlySet<string> = whole) =>
  navFor(place, { isStaff }, places).map(({ label }) => label);

describe("the navigation", () => {
  test("has the specified order", () => {
    expect(labels("bar", true)).toEqual([
      "Home",
      "About",
      "My Communities",
      "Affiliations",
      "Network",
      "Messages",
      "Staff",
    ]);
    expect(labels("account", true)).toEqual(["Profile", "Activity", "Support", "Settings"]);
    expect(labels("tabs", true)).toEqual(["Home", "My Communities", "Messages", "Network"]);
    expect(labels("more", true)).toEqual([
      "Activity",
      "About",
      "Affiliations",
      "Staff Dashboard",
      "Profile",
      "Support",
      "Settings",
    ]);
  });

  test("shows the staff area to staff only", () => {
    expect(labels("bar", false)).not.toContain("Staff");
    expect(labels("more", false)).not.toContain("Staff Dashboard");
  });

  test("omits entries without a screen", () => {
    const places = new Set(["about", "communities"]);
    expect(labels("bar", true, places)).toEqual(["About", "My Communities"]);
    expect(labels("account", true, places)).toEqual([]);
  });

  test("shows visitors the public pages", () => {
    expect(navFor("bar", null, whole).map(({ label }) => label)).toEqual(["About", "Affiliations"]);
  });
});

test("places include nested routes with a screen, but no redirects", () => {
  const places = navPaths([
    { index: true, element: "home" },
    { path: "home", loader: () => null },
    { path: "login", element: "form" },
    {
      element: "frame",
      children: [
        { path: "communities/:communityId", element: "list" },
        { path: "affiliations", loader: () => null },
        { path: "affiliations/new", element: "notice", handle: onOtherSite },
        { path: "staff", children: [{ path: "users", element: "users" }] },
        { path: ":anything", element: "x" },
        { path: "*", element: "x" },
      ],
    },
  ]);
  expect([...places].toSorted()).toEqual(["communities", "login", "staff"]);
});

test("the account badge is the sum of its entries", () => {
  const account = navFor("account", { isStaff: false }, whole);
  const waiting = { communities: 40, activity: 16, support: 1 };
  expect(totalPending(account, waiting)).toBe(17);
  expect(account.map((item) => pendingCount(item, waiting))).toEqual([0, 16, 1, 0]);
});
