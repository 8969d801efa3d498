import { t } from "@lingui/core/macro";
import { Pencil } from "lucide-react";
import type { Affiliation } from "@guildhall/web-kit/api/types.ts";
import { ButtonLink } from "@guildhall/web-kit/ui/button.tsx";
import { affiliationPath } from "@guildhall/web-kit/features/affiliations/affiliation-badge.tsx";
import { mayDo } from "@guildhall/web-kit/features/affiliations/permissions.ts";
import { Previews } from "../questionnaire/previews.tsx";

/** Tells an affiliation's admins that they can edit its page, and how applicants see it (F-046). */
export function EditCard({ affiliation }: { affiliation: Affiliation }) {
  const hasPortal = affiliation.subdomainConfig?.isActive === true;
  return (
    <section aria-labelledby="edit-card" className="rounded-lg p-5 edge-line">
      <h2 id="edit-card" className="text-14 font-semibold">{t`You manage this page`}</h2>
      <p className="mt-1 text-13 text-ink-2">
        {hasPortal
          ? t`Changes appear immediately on Guildhall and on the portal.`
          : t`Changes appear immediately on Guildhall.`}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <ButtonLink
          to={`${affiliationPath(affiliation)}/manage/page`}
          icon={<Pencil size={15} aria-hidden />}
        >{t`Edit`}</ButtonLink>
        {mayDo(affiliation, "manage-page") && <Previews affiliation={affiliation} />}
      </div>
    </section>
  );
}
