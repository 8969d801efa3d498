/** What the control plane says of portals, their domains and brands. */

export type TenantState = "draft" | "active" | "suspended" | "archived";

export type CertificateState = "valid" | "renewing" | "failed" | "waiting" | "none" | "notNeeded";

export interface CertificateSummary {
  state: CertificateState;
  words: string;
  goodUntil: string | null;
  nextAt: string | null;
}

export interface TenantAddress {
  host: string;
  kind: "platform" | "own";
  isPrimary: boolean;
  state: DomainState;
}

export interface TenantSummary {
  id: string;
  affiliationId: string;
  affiliationName: string;
  brandName: string;
  subdomain: string;
  state: TenantState;
  origin: string;
  addresses: TenantAddress[];
  certificate: CertificateSummary;
  memberCount: number;
  /** Running totals of twelve weeks, the oldest first. */
  membersByWeek: number[];
  colour: string;
  initial: string;
  logoUrl: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface Tenant extends TenantSummary {
  /** Whether the viewer may do what only staff may. */
  asStaff: boolean;
  suspendedReason: string | null;
  activatedAt: string | null;
  archivedAt: string | null;
  releasedSubdomains: { subdomain: string; until: string }[];
}

export interface TenantsOverview {
  counts: Record<"all" | TenantState, number>;
  attention: Attention[];
}

export interface Attention {
  tenantId: string;
  brandName: string;
  kind: "failed" | "retrying" | "waiting";
  title: string;
  detail: string;
}

export interface LogEntry {
  id: string;
  action: string;
  actorName: string | null;
  before: unknown;
  after: unknown;
  reason: string | null;
  createdAt: string;
}

export type DomainState =
  "verifying" | "awaitingApproval" | "issuing" | "active" | "failing" | "suspended" | "released";

export type RecordState = "found" | "missing" | "wrong" | "unknown";

export interface DomainRecord {
  type: "CNAME" | "A" | "AAAA" | "TXT" | "CAA";
  name: string;
  value: string;
  state: RecordState;
  seen: string[];
  words: string;
  resolvers: { name: string; state: RecordState }[];
}

/** Why something is refused or fails, as a code and in words. */
export interface Cause {
  code: string;
  words: string;
}

export interface Domain {
  id: string;
  host: string;
  /** The `www.` name that goes with it, or the one without. */
  partner: string | null;
  kind: "platform" | "own";
  state: DomainState;
  isPrimary: boolean;
  addedAt: string;
  checkedAt: string | null;
  nextCheckAt: string | null;
  givesUpAt: string | null;
  records: DomainRecord[];
  recordsFound: number;
  recordsWanted: number;
  certificate: CertificateSummary;
  cause: Cause | null;
  quarantinedUntil: string | null;
}

export interface CertificateStep {
  what: string;
  at: string | null;
  detail: string | null;
  state: "done" | "now" | "ahead" | "failed";
}

export interface Certificate {
  host: string;
  names: string[];
  state: CertificateState;
  words: string;
  issuer: string | null;
  serial: string | null;
  notBefore: string | null;
  goodUntil: string | null;
  renewsAt: string | null;
  underWay: boolean;
  cause: Cause | null;
  steps: CertificateStep[];
}

export type Headings = "plain" | "serif" | "poster" | "typed";
export type Corners = "square" | "soft" | "round";
export type TopBarLook = "paper" | "deep" | "brand";
export type SignInLayout = "panel" | "split" | "poster";
export type Engraved = "oculus" | "stair" | "square" | "nave";

export interface FooterLink {
  label: string;
  url: string;
}

/** What a brand is made of; saved as a draft before it is published. */
export interface BrandFields {
  name: string;
  colour: string;
  headings: Headings;
  corners: Corners;
  topBar: TopBarLook;
  signInLayout: SignInLayout;
  picture: Engraved | "upload";
  signInTitle: string | null;
  signInText: string | null;
  mailSenderName: string | null;
  mailFooter: string | null;
  footerLinks: FooterLink[];
}

export interface Contrast {
  pair: string;
  foreground: string;
  background: string;
  ratio: number;
  needs: number;
  passes: boolean;
}

/** Everything that follows from one colour. */
export interface DerivedLooks {
  /** Custom properties for both themes, as one rule. */
  css: string;
  swatches: string[];
  contrasts: Contrast[];
  pairs: number;
  pairsPassing: number;
  /** What was done so that everything can be read; left out where nothing was. */
  advice?: string | null;
}

export interface BrandDocument extends BrandFields, DerivedLooks {
  version: number;
  revision: number;
  pictureUrl: string | null;
  /** How much of the darkest colour lies on that picture, 0 to 1. */
  pictureScrim: string | null;
  logoUrl: string | null;
  markUrl: string | null;
  updatedAt: string;
}

export interface BrandVersion {
  version: number;
  state: "draft" | "published" | "superseded";
  name: string;
  colour: string;
  createdAt: string;
  createdByName: string | null;
  publishedAt: string | null;
}

export interface BrandState {
  draft: BrandDocument | null;
  published: BrandDocument | null;
  versions: BrandVersion[];
}

/** A picture that belongs to a brand. */
export type BrandPicture = "logo" | "mark" | "picture";
