import type { components } from "./schema.d.ts";
import type { UserAction } from "./staff-role-types.ts";
import type { RequiredFields } from "./types.ts";

/** API types of the staff area, generated from the API description. */
type Schemas = components["schemas"];

export type StaffOverview = RequiredFields<Schemas["NetworkOverview"]>;
export type StaffCommunity = RequiredFields<Schemas["StaffCommunity"]>;
export type FoundUser = RequiredFields<Schemas["UserSearchRow"]>;
export type StaffUser = Omit<RequiredFields<Schemas["StaffUser"]>, "actions"> & {
  actions: UserAction[];
};
/** An action on an account; the last path segment of the request. */
export type ModerationAction =
  | "ban"
  | "suspend"
  | "lift"
  | "mark-unverified"
  | "sign-out"
  | "require-reset"
  | "require-mfa"
  | "waive-mfa"
  | "reset-legal"
  | "grant-staff"
  | "revoke-staff";
export type Subscription = Schemas["Subscription"];
export type InviteCode = RequiredFields<Schemas["InviteCode"]>;
export type InviteUse = RequiredFields<Schemas["InviteUse"]>;
export type WaitlistEntry = RequiredFields<Schemas["WaitlistEntry"]>;
export type AuditEntry = RequiredFields<Schemas["AuditEntry"]>;
export type SecurityAlert = RequiredFields<Schemas["SecurityAlert"]>;
export type DocumentVersion = RequiredFields<Schemas["DocumentVersion"]>;
export type LegalAddition = RequiredFields<Schemas["LegalAddition"]>;
export type SetupChecklist = RequiredFields<Schemas["SetupChecklist"]>;
export type SetupStepView = SetupChecklist["steps"][number];
export type SetupStep = SetupStepView["step"];
export type TestEmail = NonNullable<SetupChecklist["testEmail"]>;
export type LegalPreview = RequiredFields<Schemas["LegalPreview"]>;
