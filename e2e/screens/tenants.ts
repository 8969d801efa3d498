import type { Locator, Page } from "@playwright/test";
import { items, call, text } from "../support/http.ts";
import { session } from "../support/sessions.ts";
import type { Screen } from "./screen.ts";

/** Screens of portal management, for staff and for an affiliation's managers. */

/** axe cannot run in the preview's frame, which blocks scripts. */
const inFrame = /Blocked script execution in 'about:srcdoc'/;

const page = (tab: string) => async (): Promise<string> => {
  const answer = await call("main", "/api/control/tenants?q=ashcombe", {
    cookies: session("staff", "main"),
  });
  return `/staff/tenants/${text(items(answer.body)[0], "id")}${tab}`;
};

const tabs: readonly [string, string, (page: Page) => Locator][] = [
  ["overview", "", (shown) => shown.getByText("Activated")],
  ["brand", "/brand", (shown) => shown.getByText(/colours are readable|colour pairs are readable/)],
  ["domains", "/domains", (shown) => shown.getByRole("heading", { name: "Domains" })],
  ["sign-in", "/sign-in", (shown) => shown.getByLabel("Title")],
  ["members", "/members", (shown) => shown.getByRole("list", { name: "Members" })],
  // Before or after the first aggregation.
  [
    "analytics",
    "/analytics",
    (shown) => shown.getByText(/^Nothing has been counted|^Counted until/),
  ],
  ["log", "/log", (shown) => shown.getByRole("table", { name: "Log" })],
];

export const tenantScreens: readonly Screen[] = [
  {
    name: "staff-tenants",
    who: "staff",
    site: "main",
    path: "/staff/tenants",
    shows: (shown) => shown.getByRole("link", { name: /HTWU/ }).first(),
  },
  {
    name: "staff-tenants-filter",
    who: "staff",
    site: "main",
    path: "/staff/tenants",
    before: (shown) => shown.getByRole("button", { name: "Filter" }).click(),
    shows: (shown) => shown.getByRole("menuitemradio", { name: "Waiting for DNS" }),
  },
  {
    name: "staff-new-portal",
    who: "staff",
    site: "main",
    path: "/staff/tenants",
    before: (shown) =>
      shown.getByRole("button", { name: "New portal" }).filter({ visible: true }).click(),
    shows: (shown) => shown.getByRole("dialog").getByLabel("Subdomain"),
  },
  {
    name: "staff-edges",
    who: "staff",
    site: "main",
    path: "/staff/edges",
    shows: (shown) => shown.getByText("Current").filter({ visible: true }).first(),
  },
  ...tabs.map(([name, tab, shows]): Screen => ({
    name: `staff-tenant-${name}`,
    who: "staff",
    site: "main",
    path: page(tab),
    shows,
    provokes: [inFrame],
  })),
  {
    name: "own-portal-brand",
    who: "affadmin",
    site: "main",
    path: "/affiliation/ashcombe/manage/portal/brand",
    provokes: [inFrame],
    shows: (shown) => shown.getByText(/colours are readable|colour pairs are readable/),
  },
  {
    name: "brand-preview-ended",
    who: null,
    site: "main",
    path: "/brand-preview",
    shows: (shown) => shown.getByRole("heading", { name: "This preview has expired" }),
  },
];
