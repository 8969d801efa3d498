import type { components } from "./schema.d.ts";
import type { Whole } from "./types.ts";

/** API types of the staff area, generated from the API description. */
type Schemas = components["schemas"];

export type StaffOverview = Whole<Schemas["Overview"]>;
export type StaffCommunity = Whole<Schemas["StaffCommunity"]>;
export type FoundUser = Whole<Schemas["FoundUser"]>;
export type StaffUser = Whole<Schemas["StaffUser"]>;
/** An action on an account; the last path segment of the request. */
export type Deed =
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
export type InviteCode = Whole<Schemas["InviteCode"]>;
export type InviteUse = Whole<Schemas["InviteUse"]>;
export type WaitlistEntry = Whole<Schemas["WaitlistEntry"]>;
export type AuditEntry = Whole<Schemas["AuditEntry"]>;
export type SecurityAlert = Whole<Schemas["SecurityAlert"]>;
export type DocumentVersion = Whole<Schemas["DocumentVersion"]>;
export type LegalAddition = Whole<Schemas["LegalAddition"]>;
export type SetupChecklist = Whole<Schemas["SetupChecklist"]>;
export type SetupStepView = SetupChecklist["steps"][number];
export type SetupStep = SetupStepView["step"];
export type TestEmail = NonNullable<SetupChecklist["testEmail"]>;
export type LegalPreview = Whole<Schemas["Previewed"]>;
