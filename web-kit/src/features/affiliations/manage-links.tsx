import { t } from "@lingui/core/macro";
import { Settings2, UserPlus } from "lucide-react";
import type { Affiliation } from "../../api/types.ts";
import { useBoot } from "../../shell/app.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { affiliationPath } from "./affiliation-badge.tsx";
import { hasAdminArea, mayDo } from "./permissions.ts";

/**
 * The link to the admin area for those with a role, and on a portal to the applications too. On a
 * portal the admin area is read-only (P-16), and its screens are for its members (P-05).
 */
export function ManageLinks({ affiliation }: { affiliation: Affiliation }) {
  const { portal } = useBoot();
  const { isAdmin, isMember } = affiliation.viewer;
  const isManager = isAdmin || hasAdminArea(affiliation);
  if (!isManager || (portal !== null && !isMember)) return null;
  const page = affiliationPath(affiliation);
  const mayReview = isAdmin || mayDo(affiliation, "review-requests");
  return (
    <>
      {portal !== null && mayReview && (
        <ButtonLink
          to={`${page}/requests`}
          icon={<UserPlus size={15} aria-hidden />}
        >{t`Requests`}</ButtonLink>
      )}
      <ButtonLink
        to={`${page}/manage`}
        icon={<Settings2 size={15} aria-hidden />}
      >{t`Manage`}</ButtonLink>
    </>
  );
}
