import type { UserAction } from "@guildhall/web-kit/api/staff-role-types.ts";
import type { StaffOverview, StaffUser } from "@guildhall/web-kit/api/staff-types.ts";

const MEMBER_ACTIONS: UserAction[] = [
  { action: "pause", group: "access", needsReason: true, needsProof: false },
  { action: "view-as", group: "access", needsReason: true, needsProof: false },
  { action: "sign-out", group: "security", needsReason: false, needsProof: false },
  { action: "require-reset", group: "security", needsReason: true, needsProof: false },
  { action: "mark-unverified", group: "security", needsReason: true, needsProof: false },
  { action: "require-mfa", group: "security", needsReason: true, needsProof: false },
  { action: "reset-legal", group: "security", needsReason: false, needsProof: false },
  { action: "subscription", group: "subscription", needsReason: false, needsProof: false },
  { action: "set-role", group: "role", needsReason: true, needsProof: true },
  { action: "suspend", group: "danger", needsReason: true, needsProof: false },
  { action: "ban", group: "danger", needsReason: true, needsProof: false },
];

/** The figures of the overview, without items that need an action. */
export function buildStaffOverview(changes: Partial<StaffOverview> = {}): StaffOverview {
  return {
    users: 1204,
    newUsers: 12,
    pausedUsers: 1,
    suspendedUsers: 2,
    staff: 3,
    affiliations: 9,
    affiliationRequestsPending: 4,
    communities: 40,
    waitlistPending: 34,
    waitlistInvited: 5,
    waitlistDeclined: 6,
    usableInviteCodes: 7,
    recentAlerts: 8,
    recentAudit: 21,
    items: [],
    moreItems: false,
    trends: { days: [], signUps: [], posts: [], activePeople: [] },
    ...changes,
  };
}

/** An ordinary member, with the actions that an administrator may take. */
export function buildStaffUser(changes: Partial<StaffUser> = {}): StaffUser {
  return {
    id: "0192f0c0aa7e7cc0b0d0000000000002",
    email: "bob@example.org",
    firstName: "Bob",
    lastName: "Hale",
    handle: "bobhale",
    profilePicture: null,
    isStaff: false,
    isVerified: true,
    emailVerified: true,
    emailStatus: null,
    markedUnverified: false,
    passwordResetRequired: false,
    secondFactorRequired: false,
    hasTotp: false,
    passkeys: 0,
    accountStatus: "active",
    pausedUntil: null,
    pauseReason: null,
    status: null,
    subscription: "Basic",
    subscriptionStartDate: null,
    subscriptionEndDate: null,
    hasCompletedOnboarding: true,
    joinedDate: "2026-01-01T00:00:00Z",
    lastLogin: null,
    sessions: 2,
    communities: 3,
    affiliations: [],
    legalAcknowledgements: [],
    staffRole: null,
    actions: MEMBER_ACTIONS,
    ...changes,
  };
}
