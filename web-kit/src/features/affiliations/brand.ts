import type { Affiliation } from "../../api/types.ts";

/** What an affiliation's mark wears: its own picture, else the brand of its portal if that is open. */
export function brandOf({ logo, subdomainConfig }: Affiliation) {
  const brand = subdomainConfig?.isActive === true ? subdomainConfig : null;
  return { logo: logo ?? brand?.brandLogo ?? null, colour: brand?.brandColour };
}
