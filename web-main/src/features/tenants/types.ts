import type { components } from "@guildhall/web-kit/api/schema.d.ts";
import type { RequiredFields } from "@guildhall/web-kit/api/types.ts";
import type { Language } from "@guildhall/web-kit/language/languages.ts";

/** API types of the control plane: portals, domains, certificates, brands and edges. */

type Schemas = components["schemas"];

interface WithDefaultLanguage {
  /** The language for people who have not chosen one; null follows their browser. */
  defaultLanguage: Language | null;
}

export type TenantState = Schemas["TenantState"];
export type CertificateState = Schemas["CertificateState"];
export type CertificateSummary = RequiredFields<Schemas["CertificateSummary"]>;
export type TenantAddress = RequiredFields<Schemas["PortalAddress"]>;
export type TenantSummary = Omit<RequiredFields<Schemas["TenantSummary"]>, "defaultLanguage"> &
  WithDefaultLanguage;
export type TenantActionName = "activate" | "suspend" | "archive" | "rename";
/** An action that the portal's state and the viewer's role allow. */
export type TenantAction = Omit<Schemas["TenantAction"], "action" | "method"> & {
  action: TenantActionName | "changeDefaultLanguage";
  method: Schemas["TenantActionMethod"] | "PUT";
};
export type Tenant = Omit<RequiredFields<Schemas["Tenant"]>, "allowedActions" | "defaultLanguage"> &
  WithDefaultLanguage & {
    /** Empty for viewers who may not change the portal. */
    allowedActions: TenantAction[];
  };
export type TenantsOverview = RequiredFields<Schemas["TenantsOverview"]>;
export type Attention = RequiredFields<Schemas["TenantWarning"]>;
export type LogEntry = RequiredFields<Schemas["TenantLogEntry"]>;

export type DomainState = Schemas["PortalAddressState"];
export type RecordState = Schemas["DnsRecordState"];
export type DomainRecord = RequiredFields<Schemas["DnsRecord"]>;
/** The reason for a refusal or failure, as code and message. */
export type FailureReason = Schemas["DomainProblem"];
export type Domain = RequiredFields<Schemas["Domain"]>;
export type CertificateStep = RequiredFields<Schemas["CertificateStep"]>;
export type Certificate = RequiredFields<Schemas["Certificate"]>;
export type CertificateOrder = RequiredFields<Schemas["CertificateOrder"]>;

export type Edge = RequiredFields<Schemas["EdgeState"]>;
export type Edges = RequiredFields<Schemas["Edges"]>;

/** The schema declares these fields as plain strings; the server uses only these values. */
export type Headings = "plain" | "serif" | "poster" | "typed";
export type Corners = "square" | "soft" | "round";
export type TopBarLook = "paper" | "deep" | "brand";
export type SignInLayout = "panel" | "split" | "poster";
export type EngravingMotif = "oculus" | "stair" | "square" | "nave";

interface BrandTexts {
  headings: Headings;
  corners: Corners;
  topBar: TopBarLook;
  signInLayout: SignInLayout;
  picture: EngravingMotif | "upload";
}

type Worded<Shape> = Omit<Shape, keyof BrandTexts> & BrandTexts;

export type FooterLink = Schemas["FooterLink"];
/** The fields of a brand, saved as a draft before publication. */
export type BrandFields = Worded<Omit<RequiredFields<Schemas["BrandDraft"]>, "revision">>;
export type Contrast = Schemas["ContrastRatio"];
/** The palette derived from one colour. */
export type DerivedLooks = Schemas["DerivedBrand"];
export type BrandDocument = Worded<
  RequiredFields<Omit<Schemas["BrandDocument"], keyof DerivedLooks>>
> &
  DerivedLooks;
export type BrandVersion = Omit<RequiredFields<Schemas["BrandVersion"]>, "state"> & {
  state: "draft" | "published" | "superseded";
};
export interface BrandState {
  draft: BrandDocument | null;
  published: BrandDocument | null;
  versions: BrandVersion[];
}

/** An uploaded picture of a brand. */
export type BrandPicture = "logo" | "mark" | "picture";
