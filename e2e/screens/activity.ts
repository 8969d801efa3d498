import { respondWith, everywhere, onBothBuilds, type Screen } from "./screen.ts";

/** Screens of the activity centre. */

const nothing = {
  items: [],
  nextCursor: null,
  unreadCount: 0,
  counts: { all: 0, communities: 0, admin: 0, system: 0 },
  lastClearedTimestamp: null,
};

export const activityScreens: readonly Screen[] = [
  ...everywhere({
    name: "activity",
    who: "member",
    path: "/activity",
    shows: (page) => page.getByRole("tabpanel").getByRole("listitem").first(),
  }),
  {
    name: "activity-asked",
    who: "affadmin",
    site: "ashcombe",
    path: "/activity?category=admin",
    shows: (page) => page.getByRole("button", { name: /^Approve/ }).first(),
  },
  ...onBothBuilds({
    name: "activity-empty",
    who: "member",
    path: "/activity",
    prepare: respondWith("activity?*", nothing),
    shows: (page) => page.getByRole("heading", { name: "You are up to date" }),
  }),
  {
    name: "activity-failed",
    who: "member",
    site: "main",
    path: "/activity",
    prepare: respondWith("activity?*", { code: "failed", detail: "No" }, 422),
    shows: (page) => page.getByText("Failed to load activity"),
    provokes: [/status of 422/],
  },
];
