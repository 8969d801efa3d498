import { ListChecks, Palette, UserPlus } from "lucide-react";
import type { Affiliation } from "../../api/types.ts";
import { useApp } from "../../shell/app.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { affiliationPath } from "./affiliation-badge.tsx";

/** Link to the portal's brand and domains for those who manage it; on the main site only. */
export function ManagePortal({ affiliation }: { affiliation: Affiliation }) {
  if (!affiliation.viewer.runsPortal) return null;
  return (
    <ButtonLink
      to={`${affiliationPath(affiliation)}/portal`}
      icon={<Palette size={15} aria-hidden />}
    >
      Portal and brand
    </ButtonLink>
  );
}

/**
 * Links to the applications and the questionnaire for the affiliation's admins. A portal's screens
 * are for its members (P-05); the questionnaire is edited on the main site (P-16), where the link
 * leads.
 */
export function ManageApplications({ affiliation }: { affiliation: Affiliation }) {
  const { boot } = useApp();
  const { isAdmin, isMember } = affiliation.viewer;
  if (!isAdmin || (boot.portal !== null && !isMember)) return null;
  const page = affiliationPath(affiliation);
  return (
    <>
      <ButtonLink to={`${page}/requests`} icon={<UserPlus size={15} aria-hidden />}>
        Requests
      </ButtonLink>
      <ButtonLink to={`${page}/questionnaire`} icon={<ListChecks size={15} aria-hidden />}>
        Questionnaire
      </ButtonLink>
    </>
  );
}
