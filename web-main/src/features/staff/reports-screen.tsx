import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { allReportsQuery } from "@guildhall/web-kit/features/reports/queries.ts";
import { ReportFilter } from "@guildhall/web-kit/features/reports/report-filter.tsx";
import { ReportList } from "@guildhall/web-kit/features/reports/report-list.tsx";
import { useStatus } from "@guildhall/web-kit/features/reports/use-status.ts";
import { EMPTY_LABELS } from "@guildhall/web-kit/features/reports/labels.ts";
import { Pages } from "./parts.tsx";
import { StaffPage } from "./staff-page.tsx";

/** Members' reports from all communities. */
export function ReportsScreen() {
  const [status, setStatus] = useStatus();
  const query = useInfiniteQuery(allReportsQuery(status));
  return (
    <StaffPage title={t`Reports`}>
      <div className="px-4 pt-4 md:px-6">
        <ReportFilter value={status} onChange={setStatus} />
      </div>
      <Pages
        query={query}
        empty={<EmptyState className="py-12" picture="oculus" {...EMPTY_LABELS[status]} />}
      >
        {(reports) => (
          <div className="px-4 md:px-6">
            <ReportList showCommunity reports={reports} more={query} />
          </div>
        )}
      </Pages>
    </StaffPage>
  );
}
