import type { Affiliation } from "../../api/types.ts";

/**
 * The brand of an affiliation's logo: its own picture, or the brand of its portal if that is open.
 */
export function affiliationBrand({ logo, subdomainConfig }: Affiliation) {
  const brand = subdomainConfig?.isActive === true ? subdomainConfig : null;
  return { logo: logo ?? brand?.brandLogo ?? null, colour: brand?.brandColour };
}
