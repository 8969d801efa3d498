import { formatNumber } from "@guildhall/web-kit/language/format.ts";
import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Sparkline } from "../../../ui/sparkline.tsx";
import { beforeLabel } from "./selection.ts";
import type { UsageFigure, UsageReport, UsageWeek } from "./types.ts";
import { changeLabel } from "./labels.ts";

/** The totals, with their change from the previous range. */
export function Figures({ report }: { report: UsageReport }) {
  const { activeMembers, newMembers, posts, weeks } = report;
  return (
    <dl className="grid grid-cols-2 gap-x-6 md:grid-cols-3 md:gap-x-0 md:divide-x md:divide-line-soft md:rounded-lg md:edge-line">
      <Card label={t`Active members`} figure={activeMembers} weeks={weeks}>
        <TrendLine
          label={(first, last) => t`From ${first} to ${last} active members a week`}
          weeks={report.byWeek}
          value={({ active }) => active}
        />
      </Card>
      <Card label={t`New members`} figure={newMembers} weeks={weeks} />
      <Card label={t`Posts and replies`} figure={posts} weeks={weeks}>
        <TrendLine
          label={(first, last) => t`From ${first} to ${last} posts and replies a week`}
          weeks={report.byWeek}
          value={(week) => week.posts}
        />
      </Card>
    </dl>
  );
}

function Card(props: { label: string; figure: UsageFigure; weeks: number; children?: ReactNode }) {
  const { label, figure, weeks, children } = props;
  const change = changeLabel(figure);
  return (
    <div className="min-w-0 py-4 max-md:border-b max-md:border-line-soft max-md:last:col-span-2 md:px-5">
      <dt className="text-13 text-ink-2">{label}</dt>
      <dd className="mt-1 flex flex-wrap items-end justify-between gap-x-3 gap-y-1">
        <span>
          <span className="me-2 text-24 font-semibold tabular-nums">
            {formatNumber(figure.now)}
          </span>
          {change !== null && (
            <span
              className={clsx(
                "text-12 font-medium tabular-nums max-md:block",
                figure.now > figure.before ? "text-success-text" : "text-ink-2",
              )}
            >
              {change}
              <span className="sr-only"> {beforeLabel(weeks)}</span>
            </span>
          )}
        </span>
        {children}
      </dd>
    </div>
  );
}

/** A number's weekly development. */
function TrendLine(props: {
  label: (first: string, last: string) => string;
  weeks: readonly UsageWeek[];
  value: (week: UsageWeek) => number;
}) {
  const values = props.weeks.map(props.value);
  const [first = 0] = values;
  const last = values.at(-1) ?? 0;
  return <Sparkline values={values} label={props.label(formatNumber(first), formatNumber(last))} />;
}
