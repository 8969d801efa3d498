import type { components } from "./schema.d.ts";
import type { Person, RequiredFields } from "./types.ts";

/** API types of the administration of an affiliation, for its role holders and staff. */
type Schemas = components["schemas"];

export type AffiliationRole = Schemas["AffiliationRole"];
/** A role that the owner and staff can give; ownership is handed over. */
export type AppointableRole = Exclude<AffiliationRole, "owner">;
export type AffiliationPermission = Schemas["AffiliationPermission"];

/** The latest insight of the affiliation's members that the viewer can read. */
export type LatestInsight = RequiredFields<Schemas["AffiliationInsight"]>;

export type AffiliationAdmin = RequiredFields<Schemas["AffiliationAdmin"]>;
export type Handover = RequiredFields<Schemas["Handover"]>;
export type AffiliationAdmins = RequiredFields<Schemas["AffiliationAdmins"]>;
/** The server omits the address and the role if there is none. */
export type AffiliationMember = Person & Omit<Schemas["AffiliationMember"], keyof Person>;
export type AffiliationJoining = Schemas["AffiliationJoining"];

export type SentInvitationRow = RequiredFields<Schemas["SentInvitationRow"]>;
/** The same with and without an account: the outcome must not reveal who has one. */
export type BulkOutcome = Schemas["BulkInvitationOutcome"];
export type BulkInvitationRow = Schemas["BulkInvitationRow"];
export type BulkInvitation = Schemas["BulkInvitation"];

export type OpenItemKind = Schemas["OverviewItemKind"];
export type OpenItem = RequiredFields<Schemas["OverviewItem"]>;

/** The description declares the state as a plain string; the server uses only these values. */
interface PortalFields {
  portal: (Omit<Schemas["AffiliationPortal"], "state"> & { state: Schemas["TenantState"] }) | null;
}

export type AffiliationOverview = Omit<
  RequiredFields<Schemas["AffiliationOverview"]>,
  keyof PortalFields
> &
  PortalFields;

export type AffiliationState = Schemas["StaffAffiliationState"];
export type StaffAffiliationRow = Omit<
  RequiredFields<Schemas["StaffAffiliationRow"]>,
  keyof PortalFields
> &
  PortalFields;
export type StaffAffiliation = Omit<
  RequiredFields<Schemas["StaffAffiliation"]>,
  keyof PortalFields
> &
  PortalFields;

export type MergePreview = Schemas["MergePreview"];
export type TemplateCommunity = Schemas["TemplateCommunity"];
export type CommunityTemplate = RequiredFields<Schemas["CommunityTemplate"]>;
