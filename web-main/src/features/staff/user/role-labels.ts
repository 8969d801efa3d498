import type { StaffRole } from "@guildhall/web-kit/api/staff-role-types.ts";

/** The staff roles with their permissions in words, the most powerful first. */
export const STAFF_ROLES: readonly { role: StaffRole; label: string; text: string }[] = [
  {
    role: "administrator",
    label: "Administrator",
    text: "Everything: roles, portals, documents, security, jobs and the audit log.",
  },
  {
    role: "moderator",
    label: "Moderator",
    text: "Accounts, requests, communities and reports.",
  },
  {
    role: "support",
    label: "Support",
    text: "Tickets and chats, accounts, and viewing the site as a member.",
  },
  { role: "analyst", label: "Analyst", text: "The analytics, and nothing about a person." },
];

export function staffRoleLabel(role: StaffRole): string {
  return STAFF_ROLES.find((known) => known.role === role)?.label ?? role;
}

export function isStaffRole(text: string): text is StaffRole {
  return STAFF_ROLES.some(({ role }) => role === text);
}
