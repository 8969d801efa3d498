import type { Boot, Brand } from "@guildhall/web-kit/api/types.ts";
import { initialsOf } from "@guildhall/web-kit/ui/initials.ts";
import type { BrandDocument, BrandFields, BrandState, Tenant } from "../types.ts";

/** The manually edited part of a saved brand. */
export function fieldsOf(document: BrandFields): BrandFields {
  const { name, colour, headings, corners, topBar, signInLayout, picture } = document;
  const { signInTitle, signInText, mailSenderName, mailFooter, footerLinks } = document;
  return {
    name,
    colour: colour.toLowerCase(),
    headings,
    corners,
    topBar,
    signInLayout,
    picture,
    signInTitle: signInTitle ?? null,
    signInText: signInText ?? null,
    mailSenderName: mailSenderName ?? null,
    mailFooter: mailFooter ?? null,
    footerLinks: footerLinks.map(({ label, url }) => ({ label, url })),
  };
}

/** The edited brand: the draft, or the published one if there is no draft. */
export function editableBrand({ draft, published }: BrandState): BrandDocument | null {
  return draft ?? published;
}

/** Initial form values; without a brand, the defaults with the portal's own colour. */
export function initialBrandFields(state: BrandState, tenant: Tenant): BrandFields {
  const edited = editableBrand(state);
  if (edited !== null) return fieldsOf(edited);
  return {
    name: tenant.brandName,
    colour: tenant.colour.toLowerCase(),
    headings: "plain",
    corners: "soft",
    topBar: "paper",
    signInLayout: "panel",
    picture: "nave",
    signInTitle: null,
    signInText: null,
    mailSenderName: null,
    mailFooter: null,
    footerLinks: [],
  };
}

/** The brand as the portal's pages receive it. */
export function previewBrand(fields: BrandFields, uploads: BrandDocument | null): Brand {
  const picture = fields.picture === "upload" && !uploads?.pictureUrl ? "nave" : fields.picture;
  return {
    name: fields.name,
    initial: initialsOf(fields.name).slice(0, 1),
    headings: fields.headings,
    corners: fields.corners,
    topBar: fields.topBar,
    signInLayout: fields.signInLayout,
    picture,
    pictureUrl: uploads?.pictureUrl ?? null,
    pictureScrim: uploads?.pictureScrim ?? null,
    logoUrl: uploads?.logoUrl ?? null,
    markUrl: uploads?.markUrl ?? null,
    footerLinks: fields.footerLinks,
    signInTitle: fields.signInTitle || null,
    signInText: fields.signInText || null,
    themeColor: { light: fields.colour, dark: fields.colour },
  };
}

/** The boot data of the portal's pages with this brand. */
export function previewBoot(here: Boot, tenant: Tenant, brand: Brand): Boot {
  return {
    ...here,
    mode: "whitelabel",
    brand,
    portal: {
      tenantId: tenant.id,
      subdomain: tenant.subdomain,
      affiliationId: tenant.affiliationId,
      brandName: brand.name,
      affiliationName: tenant.affiliationName,
    },
  };
}
