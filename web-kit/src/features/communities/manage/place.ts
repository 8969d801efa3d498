import { createContext, useContext } from "react";
import type { Community, Me } from "../../../api/types.ts";

/** The community that is looked after, and by whom. */
export interface ManagePlace {
  community: Community;
  me: Me;
}

export const ManageContext = createContext<ManagePlace | null>(null);

export function useManage(): ManagePlace {
  const place = useContext(ManageContext);
  if (place === null) throw new Error("useManage outside a community's admin area");
  return place;
}

export interface ManageTab {
  path: string;
  label: string;
  isFor: (place: ManagePlace) => boolean;
}

const everyone = ({ community }: ManagePlace) => community.viewer.mayModerate;
const admins = ({ community }: ManagePlace) => community.viewer.isAdmin;

/** The parts of the admin area, and whose they are (G-076). */
export const MANAGE_TABS: readonly ManageTab[] = [
  { path: "", label: "Members", isFor: everyone },
  { path: "requests", label: "Requests", isFor: everyone },
  { path: "code", label: "Private code", isFor: admins },
  { path: "timeouts", label: "Timeouts", isFor: everyone },
  { path: "reports", label: "Reports", isFor: everyone },
  { path: "announcements", label: "Announcements", isFor: admins },
  {
    path: "analytics",
    label: "Analytics",
    isFor: (place) => admins(place) || place.me.isStaff,
  },
  {
    path: "settings",
    label: "Settings",
    isFor: (place) => admins(place) || mayDelete(place),
  },
];

/** An admin of the community, and staff where they are staff: at the main door. */
export function mayDelete({ community: { viewer }, me }: ManagePlace): boolean {
  return viewer.isAdmin || (me.isStaff && viewer.mayModerate);
}

/** Staff, of a deletion that somebody else has asked for and nobody of staff has confirmed (G-108). */
export function mayConfirmDeletion({ community, me }: ManagePlace): boolean {
  const { isPending, approvedBy, requestedBy } = community.deletionStatus;
  const isWaiting = isPending && approvedBy === null && requestedBy !== me.id;
  return isWaiting && me.isStaff && community.viewer.mayModerate;
}
