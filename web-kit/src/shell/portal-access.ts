import type { Me } from "../api/types.ts";
import { useBoot } from "./app.ts";

/**
 * True if the user may use this site: every user on the main site, members of its affiliation on a
 * portal.
 */
export function useHasSiteAccess(me: Me): boolean {
  const { portal } = useBoot();
  return portal === null || me.portalMembership?.isMember === true;
}
