import type { components } from "../../api/schema.d.ts";
import type { Whole } from "../../api/types.ts";

/** What the control plane says of portals, their domains, certificates and brands, and of the edges. */

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

/** How far an address is. */
export type DomainState = Schemas["AddressState"];
export type RecordState = Schemas["RecordState"];
export type DomainRecord = Whole<Schemas["Record"]>;
/** Why something is refused or fails, as a code and in words. */
export type Cause = Schemas["Cause"];
export type Domain = Whole<Schemas["Domain"]>;
export type CertificateStep = Whole<Schemas["CertificateStep"]>;
export type Certificate = Whole<Schemas["Certificate"]>;
export type CertificateOrder = Whole<Schemas["CertificateOrder"]>;

export type Edge = Whole<Schemas["EdgeState"]>;
export type Edges = Whole<Schemas["Edges"]>;

/** The description leaves the words of these fields open; the server knows no others. */
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
/** What a brand is made of; saved as a draft before it is published. */
export type BrandFields = Worded<Omit<Whole<Schemas["SaveBrand"]>, "revision">>;
export type Contrast = Schemas["Contrast"];
/** Everything that follows from one colour. */
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

/** A picture that belongs to a brand. */
export type BrandPicture = "logo" | "mark" | "picture";
