/** API types of staff roles, the staff overview, jobs, bulk actions and viewing as a member. */

export type StaffRole = "administrator" | "moderator" | "support" | "analyst";

export type StaffPermission =
  | "staffPortal"
  | "accounts"
  | "moderation"
  | "support"
  | "viewAsMember"
  | "analytics"
  | "administration";

/** Set while a member of staff views the site as another person. */
export interface ViewedAs {
  staffId: string;
  userId: string;
  endsAt: string;
}

export type UserActionName =
  | "pause"
  | "unpause"
  | "sign-out"
  | "require-reset"
  | "mark-unverified"
  | "require-mfa"
  | "waive-mfa"
  | "reset-legal"
  | "subscription"
  | "view-as"
  | "set-role"
  | "revoke-staff"
  | "suspend"
  | "ban"
  | "lift";

export interface UserAction {
  action: UserActionName;
  group: "access" | "security" | "subscription" | "role" | "danger";
  needsReason: boolean;
  needsProof: boolean;
}

export interface ActionItem {
  /** Such as "report"; a later version of the server may add kinds. */
  kind: string;
  id: string;
  subject: string;
  since: string;
  path: string;
}

export interface StaffTrends {
  /** The days, oldest first, as YYYY-MM-DD. */
  days: string[];
  signUps: number[];
  posts: number[];
  activePeople: number[];
}

export interface StaffSession {
  id: string;
  kind: "main" | "portal";
  host: string;
  browser: string | null;
  network: string | null;
  createdAt: string;
  lastSeenAt: string;
  expiresAt: string;
}

export type ContentKind = "posts" | "threads" | "articles";

export interface StaffContent {
  kind: string;
  id: string;
  title: string;
  excerpt: string;
  communityId: string;
  communityName: string;
  path: string;
  createdAt: string;
}

export interface StaffNote {
  id: string;
  text: string;
  authorId: string | null;
  authorName: string | null;
  isOwn: boolean;
  createdAt: string;
}

export type JobState = "failed" | "retrying" | "waiting" | "running";

export interface StaffJob {
  id: string;
  kind: string;
  state: JobState;
  attempts: number;
  maxAttempts: number;
  lastError: string | null;
  createdAt: string;
  runAt: string;
  finishedAt: string | null;
}

export interface WorkerHealth {
  id: string;
  host: string;
  startedAt: string;
  lastSeenAt: string;
  lastCompletedAt: string | null;
  completedJobs: number;
  isAlive: boolean;
}

export interface Workers {
  workers: WorkerHealth[];
  queue: {
    due: number;
    scheduled: number;
    running: number;
    failed: number;
    oldestDueAt: string | null;
  };
  /** The kinds of jobs, for the filter. */
  kinds: string[];
}

export interface BulkOutcome {
  id: string;
  ok: boolean;
  status: number;
  code: string | null;
  detail: string | null;
}

/** A staff action on the viewer's own account. */
export interface OwnStaffAction {
  id: string;
  action: string;
  reason: string | null;
  createdAt: string;
}

export interface StaffRoleInfo {
  role: StaffRole;
  permissions: StaffPermission[];
  members: number;
}

/** The fields that item 13 adds to a user. */
export interface UserRoleFields {
  staffRole: StaffRole | null;
  actions: UserAction[];
}

/** The fields that item 12 adds to the overview. */
export interface OverviewFields {
  /** Items that need an action of staff, oldest first. */
  items: ActionItem[];
  moreItems: boolean;
  trends: StaffTrends;
}

/** The fields that item 14 adds to an audit entry. */
export interface AuditLinkFields {
  actorPath: string | null;
  subjectPath: string | null;
}
