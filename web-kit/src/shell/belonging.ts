import type { Me } from "../api/types.ts";
import { useBoot } from "./app.ts";

/** Whether this door is theirs: everybody belongs on main, its affiliation's members at a portal. */
export function useBelongs(me: Me): boolean {
  const { portal } = useBoot();
  return portal === null || me.portalMembership?.isMember === true;
}
