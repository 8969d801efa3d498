import { t } from "@lingui/core/macro";
import { mayDo } from "@guildhall/web-kit/features/affiliations/permissions.ts";
import { EditingForm } from "../editing/editing-form.tsx";
import { LogoField } from "../editing/logo-field.tsx";
import { VisibilitySection } from "../editing/visibility-section.tsx";
import { Previews } from "../questionnaire/previews.tsx";
import { useManage } from "./manage-context.ts";

/** The logo, the texts and the visibility of the affiliation's page (F-044, F-045). */
export function PageTab() {
  const { affiliation } = useManage();
  const hasPortal = affiliation.subdomainConfig?.isActive === true;
  const isManager = mayDo(affiliation, "manage-page");
  return (
    <div className="flex max-w-[760px] flex-col gap-6 px-4 pt-5 pb-10 md:px-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-14 text-ink-2">
          {hasPortal
            ? t`Changes appear immediately on Guildhall and on the portal.`
            : t`Changes appear immediately on Guildhall.`}
        </p>
        {isManager && (
          <div className="flex flex-wrap gap-2">
            <Previews affiliation={affiliation} />
          </div>
        )}
      </div>
      {mayDo(affiliation, "edit-look") && <LogoField affiliation={affiliation} />}
      <EditingForm affiliation={affiliation} />
      {isManager && <VisibilitySection affiliation={affiliation} />}
    </div>
  );
}
