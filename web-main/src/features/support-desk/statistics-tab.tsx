import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { withQuery } from "@guildhall/web-kit/api/client.ts";
import type { SupportStats } from "@guildhall/web-kit/api/support-staff-types.ts";
import { failureText } from "@guildhall/web-kit/features/support/failure-text.ts";
import {
  CATEGORY_LABELS,
  labelEntries,
  PRIORITY_LABELS,
} from "@guildhall/web-kit/features/support/labels.ts";
import { useSearchParamFields } from "@guildhall/web-kit/shell/use-search-param.ts";
import { buttonClass } from "@guildhall/web-kit/ui/button.tsx";
import { ErrorState } from "@guildhall/web-kit/ui/error-state.tsx";
import { FilterInput, TableSkeleton } from "../staff/parts.tsx";
import { DayChart } from "./day-chart.tsx";
import { statsFile, statsQuery } from "./queries.ts";
import { ShareChart } from "./share-chart.tsx";
import { locale } from "@guildhall/web-kit/language/format.ts";

/** Ticket statistics (F-110) with charts and CSV. */
export function StatisticsTab() {
  const [{ from, to }, change] = useSearchParamFields({ tab: "", from: "", to: "" });
  const { data, error, refetch } = useQuery(statsQuery(from, to));
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-4 pt-4 md:px-6">
        <DayField label={t`From`} value={from} onDay={(day) => change({ from: day })} />
        <DayField label={t`To`} value={to} onDay={(day) => change({ to: day })} />
        <a
          href={withQuery(statsFile, { from: from || null, to: to || null })}
          download="ticket-statistics.csv"
          className={buttonClass({}, "ms-auto gap-1.5")}
        >
          <Download size={15} aria-hidden />
          {t`Export CSV`}
        </a>
      </div>
      {data !== undefined && <Figures stats={data} />}
      {data === undefined &&
        (error === null ? (
          <TableSkeleton />
        ) : (
          <ErrorState
            className="py-16"
            title={failureText(error, t`Failed to load statistics`)}
            onRetry={() => void refetch()}
          />
        ))}
    </>
  );
}

function DayField(props: { label: string; value: string; onDay: (day: string) => void }) {
  return (
    <span className="flex items-center gap-1.5 text-12 text-ink-3 max-md:flex-1 max-md:flex-col max-md:items-stretch">
      <span aria-hidden>{props.label}</span>
      <FilterInput
        type="date"
        label={props.label}
        value={props.value}
        onChange={(event) => props.onDay(event.target.value)}
      />
    </span>
  );
}

function Figures({ stats }: { stats: SupportStats }) {
  const figures = [
    [t`Total`, stats.total],
    [t({ message: "Open", context: "state of a ticket" }), stats.open],
    [t`In progress`, stats.inProgress],
    [t`Resolved`, stats.resolved],
    [t`Closed`, stats.closed],
    [t`Time to first answer`, formatDecimalHours(stats.averageFirstAnswerTime)],
    [t`Time to resolution`, formatDecimalHours(stats.averageResolutionTime)],
  ] as const;
  return (
    <div className="flex flex-col gap-4 px-4 pt-4 md:px-6">
      <dl className="grid grid-cols-2 overflow-hidden rounded-lg edge-line lg:grid-cols-4 2xl:grid-cols-7">
        {figures.map(([name, value]) => (
          <div key={name} className="px-4 py-3.5 shadow-[1px_1px_0_var(--line)]">
            <dt className="text-13 text-ink-2">{name}</dt>
            <dd className="mt-0.5 text-24 font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <DayChart days={stats.days} />
      <div className="grid gap-4 lg:grid-cols-2">
        <ShareChart
          title={t`By priority`}
          rows={labelEntries(PRIORITY_LABELS).map(([key, name]) => ({
            name,
            value: stats.byPriority[key],
          }))}
        />
        <ShareChart
          title={t`By category`}
          rows={labelEntries(CATEGORY_LABELS).map(([key, name]) => ({
            name,
            value: stats.byCategory[key],
          }))}
        />
      </div>
    </div>
  );
}

/** Hours with one decimal. */
const oneDecimal = new Intl.NumberFormat(locale(), {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const formatDecimalHours = (value: number) => `${oneDecimal.format(value)} h`;
