import { t } from "@lingui/core/macro";
import { createContext, useContext } from "react";
import type { Community, Me } from "../../../api/types.ts";

/** The managed community and its viewer. */
export interface ManageState {
  community: Community;
  me: Me;
}

export const ManageContext = createContext<ManageState | null>(null);

export function useManage(): ManageState {
  const place = useContext(ManageContext);
  if (place === null) throw new Error("useManage outside a community's admin area");
  return place;
}

export interface ManageTab {
  path: string;
  label: string;
  isFor: (place: ManageState) => boolean;
}

const everyone = ({ community }: ManageState) => community.viewer.mayModerate;
const admins = ({ community }: ManageState) => community.viewer.isAdmin;

/** The tabs of the admin area and who may see them (G-076). */
export const MANAGE_TABS: readonly ManageTab[] = [
  { path: "", label: t`Members`, isFor: everyone },
  { path: "requests", label: t`Requests`, isFor: everyone },
  { path: "code", label: t`Private code`, isFor: admins },
  { path: "timeouts", label: t`Timeouts`, isFor: everyone },
  { path: "reports", label: t`Reports`, isFor: everyone },
  { path: "announcements", label: t`Announcements`, isFor: admins },
  {
    path: "analytics",
    label: t`Analytics`,
    isFor: (place) => admins(place) || place.me.isStaff,
  },
  {
    path: "settings",
    label: t`Settings`,
    isFor: (place) => admins(place) || mayDelete(place),
  },
];

/** True for the community's admins, and for staff on the main site. */
export function mayDelete({ community: { viewer }, me }: ManageState): boolean {
  return viewer.isAdmin || (me.isStaff && viewer.mayModerate);
}

/**
 * True for staff, if a member requested the deletion and no staff member has confirmed it yet
 * (G-108).
 */
export function mayConfirmDeletion({ community, me }: ManageState): boolean {
  const { isPending, approvedBy, requestedBy } = community.deletionStatus;
  const isWaiting = isPending && approvedBy === null && requestedBy !== me.id;
  return isWaiting && me.isStaff && community.viewer.mayModerate;
}
