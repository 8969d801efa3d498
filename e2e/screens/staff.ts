import type { Page } from "@playwright/test";
import { session } from "../support/sessions.ts";
import { call, items, text } from "../support/http.ts";
import { usageFigures } from "../support/usage.ts";
import { respondWith, type Screen } from "./screen.ts";

/** Screens of the waitlist and the staff area. */

const sections = [
  ["overview", "/staff", "Overview"],
  ["analytics", "/staff/analytics", "Analytics"],
  ["users", "/staff/users?q=demo", "Users"],
  ["users-none", "/staff/users?q=nobody.of.that.name", "Users"],
  ["affiliation-requests", "/staff/affiliation-requests", "Affiliation requests"],
  ["affiliations", "/staff/affiliations", "Affiliations"],
  ["affiliations-none", "/staff/affiliations?q=nothing.of.that.name", "Affiliations"],
  ["affiliation-new", "/staff/affiliations/new", "New affiliation"],
  ["default-communities", "/staff/affiliations/template", "Default communities"],
  ["invite-codes", "/staff/invite-codes", "Invite codes"],
  ["waitlist", "/staff/waitlist?status=all", "Waitlist"],
  ["communities", "/staff/communities", "Communities"],
  ["communities-none", "/staff/communities?q=nothing.of.that.name", "Communities"],
  ["reports", "/staff/reports", "Reports"],
  ["message-reports", "/staff/message-reports", "Reported messages"],
  ["legal", "/staff/legal", "Legal documents"],
  ["editor", "/staff/legal/privacy-policy", "Privacy Policy"],
  ["two-factor", "/staff/two-factor-policy", "Two-factor policy"],
  ["content-filter", "/staff/content-filter", "Content filter"],
  ["alerts", "/staff/security-alerts", "Security alerts"],
  ["moderation", "/staff/moderation", "Moderation history"],
  ["jobs", "/staff/jobs", "Jobs"],
  ["jobs-queued", "/staff/jobs?state=queued", "Jobs"],
  ["audit", "/staff/audit", "Audit log"],
] as const;

async function userPage(): Promise<string> {
  const answer = await call("main", "/api/staff/users?q=kwame", {
    cookies: session("staff", "main"),
  });
  return `/staff/users/${text(items(answer.body)[0], "id")}`;
}

async function communityPage(): Promise<string> {
  const answer = await call("main", "/api/staff/communities", {
    cookies: session("staff", "main"),
  });
  return `/staff/communities/${text(items(answer.body)[0], "id")}`;
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name }).first().click();

const inDialog = (label: string) => (page: Page) => page.getByRole("dialog").getByLabel(label);

interface Dialog {
  name: string;
  path: string | (() => Promise<string>);
  open: string | RegExp;
  label: string;
}

const dialogs: readonly Dialog[] = [
  { name: "pause", path: userPage, open: "Pause", label: "Until" },
  { name: "tier", path: userPage, open: "Change tier", label: "Tier" },
  { name: "ban", path: userPage, open: "Ban", label: "Reason" },
  { name: "role", path: userPage, open: "Give a staff role", label: "Reason" },
  { name: "view-as", path: userPage, open: "View as member", label: "Reason" },
  {
    name: "require-second-factor",
    path: userPage,
    open: "Require a second factor",
    label: "Reason",
  },
  { name: "new-code", path: "/staff/invite-codes", open: "New code", label: "Maximum uses" },
  { name: "waiting", path: "/staff/waitlist", open: "Marianne Oduya", label: "Note" },
];

export const staffScreens: readonly Screen[] = [
  {
    name: "waitlist",
    who: null,
    site: "main",
    path: "/waitlist",
    shows: (page) => page.getByRole("heading", { name: "Join the early access waitlist" }),
  },
  ...sections.map(([name, path, title]): Screen => ({
    name: `staff-${name}`,
    who: "staff",
    site: "main",
    path,
    shows: (page) => page.getByRole("region", { name: title, exact: true }),
  })),
  {
    name: "staff-analytics-figures",
    who: "staff",
    site: "main",
    path: "/staff/analytics",
    prepare: respondWith("staff/analytics?*", usageFigures),
    before: (page) => page.getByRole("slider", { name: "Week" }).press("ArrowLeft"),
    shows: (page) => page.getByRole("region", { name: "Sign-ins by hour" }),
  },
  {
    name: "staff-user",
    who: "staff",
    site: "main",
    path: userPage,
    shows: (page) => page.getByRole("button", { name: "Change tier" }),
  },
  ...["sessions", "content", "tickets", "notes", "history"].map((tab): Screen => ({
    name: `staff-user-${tab}`,
    who: "staff",
    site: "main",
    path: async () => `${await userPage()}/${tab}`,
    shows: (page) =>
      page
        .getByRole("navigation", { name: "Sections of this account" })
        .locator(`[aria-current="page"][href$="/${tab}"]`),
  })),
  {
    name: "staff-users-selected",
    who: "staff",
    site: "main",
    path: "/staff/users?q=demo",
    before: (page) => page.getByRole("checkbox", { name: "Select all on this page" }).check(),
    shows: (page) => page.getByRole("group", { name: "Actions on the selected rows" }),
  },
  {
    name: "staff-community",
    who: "staff",
    site: "main",
    path: communityPage,
    shows: (page) => page.getByRole("region", { name: "Members and roles" }),
  },
  ...dialogs.map(({ name, path, open, label }): Screen => ({
    name: `staff-${name}`,
    who: "staff",
    site: "main",
    path,
    before: press(open),
    shows: inDialog(label),
  })),
  {
    name: "staff-code-uses",
    who: "staff",
    site: "main",
    path: "/staff/invite-codes",
    before: press("SPENT001"),
    shows: (page) => page.getByRole("dialog", { name: "SPENT001" }),
  },
];
