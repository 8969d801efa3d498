import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { EMPTY_LABELS } from "@guildhall/web-kit/features/reports/labels.ts";
import { ReportFilter } from "@guildhall/web-kit/features/reports/report-filter.tsx";
import { useStatus } from "@guildhall/web-kit/features/reports/use-status.ts";
import { LongList } from "@guildhall/web-kit/ui/long-list.tsx";
import { Pages } from "../parts.tsx";
import { StaffPage } from "../staff-page.tsx";
import { messageReportsQuery } from "./queries.ts";
import { MessageReportRow } from "./row.tsx";

/** Estimated height of a report in pixels. */
const ROW = 120;

/** Reports of messages. Staff see the reported message and its neighbours only. */
export function MessageReportsScreen() {
  const [status, setStatus] = useStatus();
  const query = useInfiniteQuery(messageReportsQuery(status));
  return (
    <StaffPage title={t`Reported messages`}>
      <div className="px-4 pt-4 md:px-6">
        <ReportFilter value={status} onChange={setStatus} />
        <p className="mt-3 max-w-[70ch] text-13 text-ink-2">{t`You see the reported message and up to three messages before and after it. Each time you show one, it is recorded in the audit log.`}</p>
      </div>
      <Pages
        query={query}
        empty={<EmptyState className="py-12" picture="oculus" {...EMPTY_LABELS[status]} />}
      >
        {(reports) => (
          <div className="px-4 md:px-6">
            <LongList
              label={t`Reported messages`}
              items={reports}
              idOf={({ id }) => id}
              rowHeight={ROW}
              more={query}
              rowClassName="border-b border-line-soft last:border-b-0"
            >
              {(report) => <MessageReportRow report={report} />}
            </LongList>
          </div>
        )}
      </Pages>
    </StaffPage>
  );
}
