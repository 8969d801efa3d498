import type { components } from "@guildhall/web-kit/api/schema.d.ts";
import type { Whole } from "@guildhall/web-kit/api/types.ts";

/** API types of the control plane: portals, domains, certificates, brands and edges. */

type Schemas = components["schemas"];

export type TenantState = Schemas["TenantState"];
export type CertificateState = Schemas["CertificateState"];
export type CertificateSummary = Whole<Schemas["CertificateSummary"]>;
export type TenantAddress = Whole<Schemas["Address"]>;
export type TenantSummary = Whole<Schemas["TenantSummary"]>;
export type Tenant = Whole<Schemas["Tenant"]>;
export type TenantsOverview = Whole<Schemas["TenantsOverview"]>;
export type Attention = Whole<Schemas["Attention"]>;
export type LogEntry = Whole<Schemas["TenantLogEntry"]>;

export type DomainState = Schemas["AddressState"];
export type RecordState = Schemas["RecordState"];
export type DomainRecord = Whole<Schemas["Record"]>;
/** The reason for a refusal or failure, as code and message. */
export type Cause = Schemas["Cause"];
export type Domain = Whole<Schemas["Domain"]>;
export type CertificateStep = Whole<Schemas["CertificateStep"]>;
export type Certificate = Whole<Schemas["Certificate"]>;
export type CertificateOrder = Whole<Schemas["CertificateOrder"]>;

export type Edge = Whole<Schemas["EdgeState"]>;
export type Edges = Whole<Schemas["Edges"]>;

/** The schema declares these fields as plain strings; the server uses only these values. */
export type Headings = "plain" | "serif" | "poster" | "typed";
export type Corners = "square" | "soft" | "round";
export type TopBarLook = "paper" | "deep" | "brand";
export type SignInLayout = "panel" | "split" | "poster";
export type Engraved = "oculus" | "stair" | "square" | "nave";

interface BrandWords {
  headings: Headings;
  corners: Corners;
  topBar: TopBarLook;
  signInLayout: SignInLayout;
  picture: Engraved | "upload";
}

type Worded<Shape> = Omit<Shape, keyof BrandWords> & BrandWords;

export type FooterLink = Schemas["FooterLink"];
/** The fields of a brand, saved as a draft before publication. */
export type BrandFields = Worded<Omit<Whole<Schemas["SaveBrand"]>, "revision">>;
export type Contrast = Schemas["Contrast"];
/** The palette derived from one colour. */
export type DerivedLooks = Schemas["DerivedBrand"];
export type BrandDocument = Worded<Whole<Omit<Schemas["BrandDocument"], keyof DerivedLooks>>> &
  DerivedLooks;
export type BrandVersion = Omit<Whole<Schemas["BrandVersion"]>, "state"> & {
  state: "draft" | "published" | "superseded";
};
export interface BrandState {
  draft: BrandDocument | null;
  published: BrandDocument | null;
  versions: BrandVersion[];
}

/** An uploaded picture of a brand. */
export type BrandPicture = "logo" | "mark" | "picture";
