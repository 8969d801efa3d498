import type { Person } from "./types.ts";

/** API types of the administration of an affiliation, for its role holders and staff. */

export type AffiliationRole = "owner" | "admin" | "reviewer" | "brand-editor" | "support";

/** A role that the owner and staff can give; ownership is handed over. */
export type AppointableRole = Exclude<AffiliationRole, "owner">;

export type AffiliationPermission =
  | "manage-page"
  | "edit-look"
  | "edit-brand"
  | "manage-portal"
  | "review-requests"
  | "invite"
  | "remove-members"
  | "appoint"
  | "answer-tickets";

/** A community in which the viewer can see at least the name. */
export interface VisibleCommunity {
  id: string;
  name: string;
  memberCount: number;
  visibility: "public" | "private" | "affiliations";
}

export interface LatestInsight {
  id: string;
  title: string;
  excerpt: string;
  authorName: string;
  publishedAt: string;
}

/** Fields that only the affiliation's own page contains, and the viewer's role. */
export interface AffiliationExtras {
  communities?: VisibleCommunity[];
  viewer: {
    role?: AffiliationRole | null;
    permissions?: AffiliationPermission[];
    handoverOffered?: boolean;
  };
}

export interface AffiliationAdmin {
  person: Person;
  role: AffiliationRole;
  since: string;
  isMember: boolean;
}

export interface Handover {
  to: Person;
  from: Person | null;
  createdAt: string;
}

export interface AffiliationAdmins {
  owner: Person | null;
  items: AffiliationAdmin[];
  handover: Handover | null;
}

export interface AffiliationMember extends Person {
  email?: string | null;
  role?: AffiliationRole;
}

export interface AffiliationJoining {
  autoApproveDomains: string[];
  adminsMayInvite: boolean;
}

export interface SentInvitationRow {
  id: string;
  person: Person;
  status: "open" | "accepted";
  invitedBy: string;
  createdAt: string;
  acceptedAt: string | null;
}

/** The same with and without an account: the outcome must not reveal who has one. */
export type BulkOutcome = "invited" | "already-member" | "duplicate" | "invalid";

export interface BulkInvitationRow {
  line: number;
  address: string;
  outcome: BulkOutcome;
  message: string;
}

export interface BulkInvitation {
  dryRun: boolean;
  invited: number;
  skipped: number;
  rows: BulkInvitationRow[];
}

export interface PortalSummary {
  tenantId: string;
  state: "draft" | "active" | "suspended" | "archived";
  subdomain: string;
}

export type OpenItemKind =
  | "pending-requests"
  | "open-invitations"
  | "handover"
  | "portal-draft"
  | "portal-suspended"
  | "paused"
  | "missing-logo"
  | "missing-questionnaire";

export interface OpenItem {
  kind: OpenItemKind;
  count: number;
  since: string | null;
}

export interface AffiliationOverview {
  id: string;
  name: string;
  role: AffiliationRole | null;
  permissions: AffiliationPermission[];
  memberCount: number;
  newMembers: number;
  pendingRequests: number;
  openInvitations: number;
  portal: (PortalSummary & { brandName: string }) | null;
  handover: Handover | null;
  items: OpenItem[];
}

export type AffiliationState = "listed" | "private" | "paused" | "unapproved" | "merged";

export interface StaffAffiliationRow {
  id: string;
  name: string;
  urlPath: string | null;
  logo: string | null;
  memberCount: number;
  state: AffiliationState;
  isVerified: boolean;
  isPrivate: boolean;
  isPaused: boolean;
  portal: PortalSummary | null;
  createdAt: string;
}

export interface StaffAffiliation extends StaffAffiliationRow {
  description: string;
  tagline: string | null;
  website: string | null;
  pauseReason: string | null;
  pausedAt: string | null;
  mergedInto: { id: string; name: string } | null;
  creator: Person | null;
  originalRequester: Person | null;
  admins: AffiliationAdmin[];
  handover: Handover | null;
  pendingRequests: number;
  updatedAt: string;
}

export interface MergePreview {
  from: { id: string; name: string };
  into: { id: string; name: string };
  members: number;
  alreadyMembers: number;
  communities: number;
  pendingRequests: number;
  openInvitations: number;
  inviteCodes: number;
  roleHolders: number;
  blockedByPortal: boolean;
}

export interface TemplateCommunity {
  name: string;
  description: string;
  visibility: "public" | "affiliations" | "private";
}

export interface CommunityTemplate {
  communities: TemplateCommunity[];
  updatedAt: string | null;
}
