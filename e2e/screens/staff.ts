import type { Screen } from "./screen.ts";

/** The waitlist, and the staff area. */

const sections = [
  ["overview", "/staff", "Overview"],
  ["users", "/staff/users?q=demo", "Users"],
  ["invite-codes", "/staff/invite-codes", "Invite codes"],
  ["waitlist", "/staff/waitlist", "Waitlist"],
  ["legal", "/staff/legal", "Legal documents"],
  ["editor", "/staff/legal/privacy-policy", "Privacy Policy"],
  ["two-factor", "/staff/two-factor-policy", "Two-factor policy"],
  ["alerts", "/staff/security-alerts", "Security alerts"],
  ["audit", "/staff/audit", "Audit log"],
] as const;

export const staffScreens: readonly Screen[] = [
  {
    name: "waitlist",
    who: null,
    door: "main",
    path: "/waitlist",
    shows: (page) => page.getByRole("heading", { name: "Join the early access waitlist" }),
  },
  ...sections.map(([name, path, title]): Screen => ({
    name: `staff-${name}`,
    who: "staff",
    door: "main",
    path,
    shows: (page) => page.getByRole("region", { name: title }),
  })),
];
