import { Info, Landmark, type LucideIcon, UsersRound } from "lucide-react";
import type { Boot } from "../api/types.ts";

export interface NavItem {
  to: string;
  label: string;
  icon: LucideIcon;
}

const about: NavItem = { to: "/about", label: "About", icon: Info };
export const communitiesItem: NavItem = {
  to: "/communities",
  label: "My Communities",
  icon: UsersRound,
};
const affiliations: NavItem = { to: "/affiliations", label: "Affiliations", icon: Landmark };

/** The bar's items in their order. A portal is one affiliation's, so it has no directory of them. */
export function navItems(boot: Boot): NavItem[] {
  return boot.mode === "main" ? [about, communitiesItem, affiliations] : [about, communitiesItem];
}
