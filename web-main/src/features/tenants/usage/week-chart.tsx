import { t } from "@lingui/core/macro";
import { FiguresTable } from "@guildhall/web-kit/ui/figures-table.tsx";
import { weekPicture } from "./chart-picture.ts";
import { Panel } from "./panel.tsx";
import type { UsageWeek } from "./types.ts";
import { WeekPlot } from "./week-plot.tsx";
import { hasPreviousYear, weekNames } from "./labels.ts";

/** Active members per week, compared with the year before. */
export function WeekChart({ weeks }: { weeks: readonly UsageWeek[] }) {
  const title = t`Active members by week`;
  const text = t`Active at least once that week`;
  const both = hasPreviousYear(weeks);
  const names = weekNames(weeks);
  return (
    <Panel
      title={title}
      text={text}
      draw={(colours) => weekPicture({ title, text }, weeks, both, colours)}
      aside={both && <Legend />}
    >
      {(heading) => (
        <>
          <WeekPlot weeks={weeks} names={names} both={both} />
          <FiguresTable
            labelledBy={heading}
            head={[
              t`Week`,
              t`Active members`,
              ...(both ? [t`A year earlier`] : []),
              t`Posts and replies`,
            ]}
            rows={weeks.map(({ active, activeYearBefore, posts }, index) => ({
              name: names[index] ?? "",
              values: both ? [active, activeYearBefore, posts] : [active, posts],
            }))}
          />
        </>
      )}
    </Panel>
  );
}

function Legend() {
  return (
    <p className="flex gap-4 text-12 text-ink-2">
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="w-4 border-t-2 border-chart-1" />
        {t`This period`}
      </span>
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="w-4 border-t-2 border-dashed border-ink-3" />
        {t`A year earlier`}
      </span>
    </p>
  );
}
