import { ListChecks, Palette, UserPlus } from "lucide-react";
import type { Affiliation } from "../../api/types.ts";
import { useApp } from "../../shell/app.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { affiliationPath } from "./affiliation-badge.tsx";

/** The way to the portal's brand and domains, for those who run the affiliation; on main alone. */
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
 * The way to those who ask to join, and to what they are asked, for the affiliation's admins. A portal's
 * screens are its members' (P-05), and what is asked is written on main (P-16), where its link leads.
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
