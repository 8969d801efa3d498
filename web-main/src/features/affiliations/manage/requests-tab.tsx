import { t } from "@lingui/core/macro";
import { RequestsPanel } from "@guildhall/web-kit/features/affiliations/requests/requests-panel.tsx";
import { useManage } from "./manage-context.ts";

/** The applications to the affiliation (F-058). */
export function RequestsTab() {
  const { affiliation } = useManage();
  return (
    <div className="max-w-[860px] px-4 pt-5 pb-10 md:px-6">
      <h2 className="text-16 font-semibold">{t`Requests to join`}</h2>
      <RequestsPanel affiliation={affiliation} />
    </div>
  );
}
