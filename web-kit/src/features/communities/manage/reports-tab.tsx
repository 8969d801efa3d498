import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { communityReportsQuery } from "../../reports/queries.ts";
import { ReportFilter } from "../../reports/report-filter.tsx";
import { ReportList } from "../../reports/report-list.tsx";
import { useStatus } from "../../reports/use-status.ts";
import { EMPTY_LABELS } from "../../reports/labels.ts";
import { ManageList } from "./parts.tsx";
import { useManage } from "./manage-context.ts";

/** Members' reports, for moderators. */
export function ReportsTab() {
  const { community } = useManage();
  const [status, setStatus] = useStatus();
  const query = useInfiniteQuery(communityReportsQuery(community.id, status));
  return (
    <>
      <div className="px-4 pt-4 md:px-6">
        <ReportFilter value={status} onChange={setStatus} />
      </div>
      <ManageList
        query={query}
        failure={t`Failed to load reports`}
        empty={<EmptyState className="py-8" picture="square" {...EMPTY_LABELS[status]} />}
      >
        {(reports) => <ReportList reports={reports} more={query} />}
      </ManageList>
    </>
  );
}
