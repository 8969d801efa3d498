import { t } from "@lingui/core/macro";
import type { AffiliationPermission, AffiliationRole } from "../../api/affiliation-admin-types.ts";
import type { Affiliation } from "../../api/types.ts";

/** True if the viewer's role in the affiliation, or their staff role, allows one of the actions. */
export function mayDo(
  { viewer }: Affiliation,
  ...permissions: readonly AffiliationPermission[]
): boolean {
  return permissions.some((permission) => viewer.permissions.includes(permission));
}

/** True if the viewer has a role in the affiliation, or is staff. */
export function hasAdminArea({ viewer }: Affiliation): boolean {
  return viewer.role !== null || viewer.permissions.length > 0;
}

/** Names of the roles, the strongest first. */
export const ROLE_LABELS: Readonly<Record<AffiliationRole, string>> = {
  owner: t`Owner`,
  admin: t`Admin`,
  reviewer: t`Reviewer`,
  "brand-editor": t`Brand editor`,
  support: t`Support`,
};

/** The rights of each role, for the person who appoints. */
export const ROLE_TEXTS: Readonly<Record<AffiliationRole, string>> = {
  owner: t`Everything, including roles and the handover of the affiliation`,
  admin: t`Everything except roles and the handover`,
  reviewer: t`Answers requests to join`,
  "brand-editor": t`Edits the logo, the texts and the brand of the portal`,
  support: t`Answers support tickets of the portal`,
};
