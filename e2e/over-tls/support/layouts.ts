/** Below these lie the portals, in each layout. Main is at `guildhall.localhost` in both. */
const portalDomains = {
  "under-main": "guildhall.localhost",
  "own-domain": "guildhall-portals.localhost",
} as const;

/** Where portals lie in this run: below main's own domain, or below one that a browser takes for another site. */
export const layout = process.env["GUILDHALL_E2E_LAYOUT"] ?? "under-main";

/** The domain below which this run's portals lie. */
export function portalDomain(): string {
  const found = Object.entries(portalDomains).find(([name]) => name === layout);
  if (found === undefined) throw new Error(`there is no layout ${layout}`);
  return found[1];
}

/** This run's place among the layouts, and how many there are. */
export function placeOfLayout(): { place: number; of: number } {
  const names = Object.keys(portalDomains);
  return { place: names.indexOf(layout), of: names.length };
}
