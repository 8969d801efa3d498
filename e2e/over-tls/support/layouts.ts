/**
 * The parent domain of the portals in each layout. The main site is `guildhall.localhost` in both.
 */
const portalDomains = {
  "under-main": "guildhall.localhost",
  "own-domain": "guildhall-portals.localhost",
} as const;

/**
 * The layout of this run: portals below the main site's domain, or below one that browsers treat as
 * another site.
 */
export const layout = process.env["GUILDHALL_E2E_LAYOUT"] ?? "under-main";

/** The parent domain of the portals in this run. */
export function portalDomain(): string {
  const found = Object.entries(portalDomains).find(([name]) => name === layout);
  if (found === undefined) throw new Error(`there is no layout ${layout}`);
  return found[1];
}

/** The index of this run's layout, and the number of layouts. */
export function placeOfLayout(): { place: number; of: number } {
  const names = Object.keys(portalDomains);
  return { place: names.indexOf(layout), of: names.length };
}
