import { t } from "@lingui/core/macro";
import { createContext, useContext } from "react";
import type { AffiliationPermission } from "@guildhall/web-kit/api/affiliation-admin-types.ts";
import type { Affiliation, Me } from "@guildhall/web-kit/api/types.ts";
import { mayDo } from "@guildhall/web-kit/features/affiliations/permissions.ts";

/** The managed affiliation, its viewer, and the path of the first tab. */
export interface ManageState {
  affiliation: Affiliation;
  me: Me;
  root: string;
}

export const ManageContext = createContext<ManageState | null>(null);

export function useManage(): ManageState {
  const place = useContext(ManageContext);
  if (place === null) throw new Error("useManage outside an affiliation's admin area");
  return place;
}

export interface ManageTab {
  path: string;
  label: string;
  /** Any of these permissions opens the tab; everyone with a role may open a tab without them. */
  needs: readonly AffiliationPermission[];
}

/** The tabs of the admin area and the permissions that open them. */
export const MANAGE_TABS: readonly ManageTab[] = [
  { path: "", label: t`Overview`, needs: [] },
  { path: "page", label: t`Page`, needs: ["manage-page", "edit-look"] },
  { path: "people", label: t`People`, needs: ["manage-page"] },
  { path: "requests", label: t`Requests`, needs: ["review-requests"] },
  { path: "invitations", label: t`Invitations`, needs: ["invite", "manage-page"] },
  { path: "questionnaire", label: t`Questionnaire`, needs: ["manage-page"] },
  { path: "support", label: t`Support`, needs: ["answer-tickets"] },
  { path: "portal", label: t`Portal`, needs: ["edit-brand", "manage-portal"] },
  { path: "integrations", label: t`Integrations`, needs: ["manage-page"] },
  { path: "analytics", label: t`Analytics`, needs: ["manage-page"] },
];

export const isTabFor = (affiliation: Affiliation, { needs }: ManageTab): boolean =>
  needs.length === 0 || mayDo(affiliation, ...needs);

/** The tab of a path below `root`. */
export function tabAt(pathname: string, root: string): ManageTab | undefined {
  const [segment = ""] = pathname.slice(root.length).split("/").filter(Boolean);
  return MANAGE_TABS.find(({ path }) => path === segment);
}
