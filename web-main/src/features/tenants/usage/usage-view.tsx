import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { UseQueryResult } from "@tanstack/react-query";
import { ProblemError, errorMessage } from "@guildhall/web-kit/api/problem.ts";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { ErrorState } from "@guildhall/web-kit/ui/error-state.tsx";
import { LoadingRegion, Skeleton } from "@guildhall/web-kit/ui/skeleton.tsx";
import { formatMoment } from "@guildhall/web-kit/ui/time.ts";
import { AccessDenied } from "@guildhall/web-kit/features/communities/manage/parts.tsx";
import { ActivityTable } from "./activity-table.tsx";
import { Figures } from "./figures.tsx";
import { HoursMap } from "./hours-map.tsx";
import { periodLabel } from "./selection.ts";
import type { UsageReport } from "./types.ts";
import { WeekChart } from "./week-chart.tsx";

export interface UsageViewProps {
  query: UseQueryResult<UsageReport>;
  /** The report's subject, for the heading of a printed report. */
  of: string;
}

/** A usage report in its loading, error, empty and loaded states. */
export function UsageView({ query, of }: UsageViewProps) {
  const { data, error, refetch, isPlaceholderData } = query;
  if (data === undefined) {
    if (error === null) return <UsageSkeleton />;
    if (isRefusal(error)) return <AccessDenied>{error.detail}</AccessDenied>;
    return (
      <ErrorState
        className="py-16"
        title={errorMessage(error, t`Failed to get analytics`)}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data.countedUntil === null) return <NotCountedYet />;
  const countedUntil = formatMoment(data.countedUntil);
  return (
    <div
      data-print
      aria-busy={isPlaceholderData}
      className="flex flex-col gap-7 px-4 pt-2 pb-6 md:gap-4 md:px-6 md:pt-4"
    >
      <p className="display hidden text-24 print:block">
        {t`Analytics`}: <bdi>{of}</bdi>, {periodLabel(data.weeks)}
      </p>
      <Figures report={data} />
      <div className="grid grid-cols-1 gap-7 md:gap-4 xl:grid-cols-[minmax(0,1fr)_340px]">
        <WeekChart weeks={data.byWeek} />
        <ActivityTable report={data} />
        <HoursMap report={data} className="xl:col-span-2" />
      </div>
      <p className="text-12 text-ink-3">
        <Trans>
          Counted until <time dateTime={data.countedUntil}>{countedUntil}</time>
        </Trans>
      </p>
    </div>
  );
}

/** True if the viewer may not see the report, or must not learn that it exists. */
const isRefusal = (error: Error): error is ProblemError =>
  error instanceof ProblemError && (error.status === 403 || error.status === 404);

function NotCountedYet() {
  return (
    <EmptyState
      className="py-12"
      picture="square"
      title={t`Nothing has been counted yet`}
      text={t`Activity is counted every five minutes. The first figures appear here automatically.`}
    />
  );
}

function UsageSkeleton() {
  return (
    <LoadingRegion label={t`Loading analytics`} className="flex flex-col gap-4 px-4 pt-4 md:px-6">
      <Skeleton className="h-20 w-full rounded-lg!" />
      <Skeleton className="h-80 w-full rounded-lg!" />
      <Skeleton className="h-56 w-full rounded-lg!" />
    </LoadingRegion>
  );
}
