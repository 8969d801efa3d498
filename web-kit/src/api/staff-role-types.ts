import type { components } from "./schema.d.ts";
import type { RequiredFields } from "./types.ts";

/** API types of staff roles, the staff overview, jobs, bulk actions and viewing as a member. */
type Schemas = components["schemas"];

export type StaffRole = Schemas["StaffRole"];
export type StaffPermission = Schemas["StaffPermission"];
export type StaffRoleInfo = Schemas["RoleSummary"];

/** Set while a member of staff views the site as another person. */
export type ViewedAs = Schemas["ViewedAsPerson"];

/** The server uses only these names, each the last segment of a request's path. */
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
export type UserAction = Omit<Schemas["UserAction"], "action"> & { action: UserActionName };

export type ActionItem = Schemas["WorkItem"];
export type StaffTrends = Schemas["DailyTrends"];

export type StaffSession = RequiredFields<Schemas["StaffSession"]>;
export type ContentKind = Schemas["ContentKind"];
export type StaffContent = Schemas["StaffContent"];
export type StaffNote = RequiredFields<Schemas["StaffNote"]>;

export type JobState = Schemas["JobStatus"];
export type StaffJob = RequiredFields<Schemas["JobSummary"]>;
export type WorkerHealth = RequiredFields<Schemas["WorkerHealth"]>;
export type Workers = RequiredFields<Schemas["WorkersOverview"]>;

export type BulkOutcome = RequiredFields<Schemas["BulkOutcome"]>;

/** A staff action on the viewer's own account. */
export type OwnStaffAction = RequiredFields<Schemas["OwnStaffAction"]>;
