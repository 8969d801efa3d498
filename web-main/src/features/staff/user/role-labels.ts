import { t } from "@lingui/core/macro";
import type { StaffRole } from "@guildhall/web-kit/api/staff-role-types.ts";

/** The staff roles with their permissions in words, the most powerful first. */
export const STAFF_ROLES: readonly { role: StaffRole; label: string; text: string }[] = [
  {
    role: "administrator",
    label: t`Administrator`,
    text: t`Everything: roles, portals, documents, security, jobs and the audit log.`,
  },
  {
    role: "moderator",
    label: t`Moderator`,
    text: t`Accounts, requests, communities and reports.`,
  },
  {
    role: "support",
    label: t`Support`,
    text: t`Tickets and chats, accounts, and viewing the site as a member.`,
  },
  { role: "analyst", label: t`Analyst`, text: t`The analytics, and nothing about a person.` },
];

export function staffRoleLabel(role: StaffRole): string {
  return STAFF_ROLES.find((known) => known.role === role)?.label ?? role;
}

export function isStaffRole(text: string): text is StaffRole {
  return STAFF_ROLES.some(({ role }) => role === text);
}
