import { formatNumber, locale } from "@guildhall/web-kit/language/format.ts";
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { StaffTrends } from "@guildhall/web-kit/api/staff-role-types.ts";
import { FiguresTable } from "@guildhall/web-kit/ui/figures-table.tsx";
import { Sparkline } from "../../../ui/sparkline.tsx";
import { statsQuery } from "../../support-desk/queries.ts";
import { usePermission } from "../permissions.ts";
import { type Trend, trendChange, trendLabel, weekTotal } from "./trend-labels.ts";

const shortDay = new Intl.DateTimeFormat(locale(), {
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});

/** The development of the last two weeks: a line for each figure, and the numbers as a table. */
export function Trends({ trends }: { trends: StaffTrends }) {
  const title = useId();
  const tickets = useTicketTrend(trends.days);
  const shown: Trend[] = [
    { name: t`Sign-ups`, unit: t`sign-ups`, values: trends.signUps },
    { name: t`Posts`, unit: t`posts`, values: trends.posts },
    {
      name: t`Active people`,
      unit: t`active people`,
      values: trends.activePeople,
      isAverage: true,
    },
    ...(tickets === null ? [] : [tickets]),
  ];
  return (
    <section aria-labelledby={title} className="px-4 pt-6 md:px-6">
      <h2 id={title} className="text-15 font-semibold">{t`Trends of the last 14 days`}</h2>
      <dl className="mt-2 grid grid-cols-1 overflow-hidden rounded-lg edge-line sm:grid-cols-2 xl:grid-cols-4">
        {shown.map((trend) => (
          <TrendCard key={trend.name} trend={trend} />
        ))}
      </dl>
      <FiguresTable
        labelledBy={title}
        head={[t`Day`, ...shown.map(({ name }) => name)]}
        rows={trends.days.map((day, place) => ({
          name: shortDay.format(Date.parse(day)),
          values: shown.map(({ values }) => values[place] ?? 0),
        }))}
      />
    </section>
  );
}

function TrendCard({ trend }: { trend: Trend }) {
  const { name } = trend;
  return (
    <div className="px-4 py-3.5 shadow-[1px_1px_0_var(--line)]">
      <dt className="text-13 text-ink-2">
        {trend.isAverage === true ? t`${name}, daily average` : t`${name}, last 7 days`}
      </dt>
      <dd className="mt-0.5 flex items-end justify-between gap-3">
        <span>
          <span className="block text-24 font-semibold tabular-nums">
            {formatNumber(weekTotal(trend))}
          </span>
          <span className="block text-12 text-ink-2 tabular-nums">{trendChange(trend)}</span>
        </span>
        <Sparkline values={trend.values} label={trendLabel(trend)} />
      </dd>
    </div>
  );
}

/** Created tickets for each of these days, for viewers who may answer tickets. */
function useTicketTrend(days: readonly string[]): Trend | null {
  const enabled = usePermission("support") && days.length > 0;
  const { data } = useQuery({ ...statsQuery(days[0] ?? "", days.at(-1) ?? ""), enabled });
  if (data === undefined) return null;
  const created = new Map(data.days.map((day) => [day.day, day.created]));
  return {
    name: t`Support tickets`,
    unit: t`support tickets`,
    values: days.map((day) => created.get(day) ?? 0),
  };
}
