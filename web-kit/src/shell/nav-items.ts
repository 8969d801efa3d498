import { t } from "@lingui/core/macro";
import {
  Bell,
  CalendarDays,
  House,
  Info,
  Landmark,
  LayoutDashboard,
  LifeBuoy,
  type LucideIcon,
  MessageCircle,
  Settings,
  User,
  UsersRound,
  Waypoints,
} from "lucide-react";
import type { Me } from "../api/types.ts";
import { useApp } from "./app.ts";

/** Kinds of counts in the navigation. The server omits those of features that do not exist yet. */
export type BadgeKey = "communities" | "messages" | "activity" | "support";

export interface NavItem {
  to: string;
  label: string;
  /** The label in the bottom bar, if it has less space. */
  tabLabel?: string;
  icon: LucideIcon;
  badge?: BadgeKey;
  /** In the header of wide windows only, where there is space. */
  isWide?: true;
  /** For members and visitors. */
  open?: true;
  staffOnly?: true;
  /** Not part of a view as a member. */
  isPrivate?: true;
}

const home: NavItem = { to: "/home", label: t`Home`, icon: House };
const about: NavItem = { to: "/about", label: t`About`, icon: Info, open: true };
const communities: NavItem = {
  to: "/communities",
  label: t`My Communities`,
  tabLabel: t({ message: "Communities", context: "bottom bar" }),
  icon: UsersRound,
  badge: "communities",
};
const events: NavItem = { to: "/events", label: t`Events`, icon: CalendarDays };
const affiliations: NavItem = {
  to: "/affiliations",
  label: t`Affiliations`,
  icon: Landmark,
  open: true,
};
const network: NavItem = { to: "/network", label: t`Network`, icon: Waypoints };
const messages: NavItem = {
  to: "/messages",
  label: t`Messages`,
  icon: MessageCircle,
  badge: "messages",
  isPrivate: true,
};
const staff: NavItem = { to: "/staff", label: t`Staff`, icon: LayoutDashboard, staffOnly: true };
const staffDashboard: NavItem = { ...staff, label: t`Staff Dashboard` };
const profile: NavItem = { to: "/profile", label: t`Profile`, icon: User };
const activity: NavItem = {
  to: "/activity",
  label: t`Activity`,
  icon: Bell,
  badge: "activity",
  isPrivate: true,
};
const support: NavItem = {
  to: "/support",
  label: t`Support`,
  icon: LifeBuoy,
  badge: "support",
  isPrivate: true,
};
const settings: NavItem = { to: "/settings", label: t`Settings`, icon: Settings };

/** All navigation entries by place, in order. */
const ALL_ITEMS = {
  // Below that width the brand at the start of the header leads home.
  bar: [{ ...home, isWide: true }, about, communities, affiliations, network, messages, staff],
  account: [profile, activity, support, settings],
  tabs: [home, communities, messages, network],
  more: [activity, about, affiliations, staffDashboard, profile, support, settings],
  bell: [activity],
  name: [profile],
  search: [
    home,
    communities,
    events,
    messages,
    activity,
    network,
    affiliations,
    profile,
    settings,
    support,
    about,
    staffDashboard,
  ],
} satisfies Record<string, NavItem[]>;

export type NavSection = keyof typeof ALL_ITEMS;

type NavViewer = Pick<Me, "isStaff"> & Partial<Pick<Me, "viewedAs">>;

/** The entries of a place that exist on this site, for this viewer. */
export function useNav(place: NavSection, me: NavViewer | null): NavItem[] {
  const { navPaths } = useApp();
  return navFor(place, me, navPaths);
}

export function navFor(
  place: NavSection,
  me: NavViewer | null,
  places: ReadonlySet<string>,
): NavItem[] {
  const entries: NavItem[] = ALL_ITEMS[place];
  return entries.filter((item) => {
    const allowed = me === null ? item.open === true : item.staffOnly !== true || me.isStaff;
    if (item.isPrivate === true && me?.viewedAs != null) return false;
    return allowed && places.has(item.to.slice(1));
  });
}
