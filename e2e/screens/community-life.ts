import type { Page } from "@playwright/test";
import { managedCommunity } from "../support/screens.ts";
import type { Screen } from "./screen.ts";

/** Screens of a community's admin area, and of joining one. */

const manage = (tab: string) => async () =>
  `/communities/${await managedCommunity("second", "main")}/manage${tab}`;

const tabs: readonly [string, string, (page: Page) => ReturnType<Page["locator"]>][] = [
  ["members", "", (page) => page.getByRole("list", { name: "Members" })],
  ["requests", "/requests", (page) => page.getByText("No pending requests")],
  ["code", "/code", (page) => page.getByRole("button", { name: "Create a code" })],
  ["timeouts", "/timeouts", (page) => page.getByText("No timeouts")],
  ["reports", "/reports", (page) => page.getByText("No open reports")],
  ["announcements", "/announcements", (page) => page.getByText("No announcements yet")],
  ["analytics", "/analytics", (page) => page.getByRole("region", { name: "Posts by hour" })],
  ["settings", "/settings", (page) => page.getByRole("button", { name: "Delete community" })],
];

export const communityLifeScreens: readonly Screen[] = [
  ...tabs.map(([name, path, shows]): Screen => ({
    name: `manage-${name}`,
    who: "second",
    site: "main",
    path: manage(path),
    shows,
  })),
  {
    name: "manage-time-out",
    who: "second",
    site: "main",
    path: manage(""),
    before: async (page) => {
      await page.getByRole("button", { name: "Actions for Nadia Rahman" }).click();
      await page.getByRole("menuitem", { name: "Time out" }).click();
    },
    shows: (page) => page.getByRole("dialog", { name: "Time out Nadia Rahman" }),
  },
  {
    name: "manage-announce",
    who: "second",
    site: "main",
    path: manage("/announcements"),
    before: (page) => page.getByRole("button", { name: "New announcement" }).click(),
    shows: (page) => page.getByRole("dialog", { name: "New announcement" }),
  },
  {
    name: "manage-announce-event",
    who: "second",
    site: "main",
    path: manage("/announcements"),
    before: async (page) => {
      await page.getByRole("button", { name: "New announcement" }).click();
      await page.getByLabel("Starts").fill("2099-01-01T10:00");
    },
    shows: (page) => page.getByLabel("Capacity"),
  },
  {
    name: "manage-refused",
    who: "member",
    site: "main",
    path: async () => `/communities/${await managedCommunity("second", "main")}/manage`,
    shows: (page) => page.getByText("Admin privileges required"),
  },
  {
    name: "join-with-code",
    who: "member",
    site: "main",
    path: "/communities",
    before: (page) => page.getByRole("button", { name: "Join with a code" }).click(),
    shows: (page) => page.getByRole("dialog", { name: "Join with a code" }),
  },
];
