import { formatNumber } from "@guildhall/web-kit/language/format.ts";
import { t } from "@lingui/core/macro";
import { FiguresTable } from "@guildhall/web-kit/ui/figures-table.tsx";
import { actionsPicture } from "./chart-picture.ts";
import { Panel } from "./panel.tsx";
import { periodLabel } from "./selection.ts";
import type { UsageReport } from "./types.ts";
import { actionLabels } from "./labels.ts";

/** Number of actions by type, the most frequent first. */
export function ActivityTable({ report: { actions, weeks } }: { report: UsageReport }) {
  const top = Math.max(1, ...actions.map(({ count }) => count));
  const title = t`Activity by type`;
  const text = t`Number in ${{ period: periodLabel(weeks) }}`;
  return (
    <Panel
      title={title}
      text={text}
      draw={
        actions.length === 0
          ? undefined
          : (colours) => actionsPicture({ title, text }, actions, colours)
      }
    >
      {(heading) =>
        actions.length === 0 ? (
          <p className="mt-3 text-13 text-ink-2">{t`No activity in this period.`}</p>
        ) : (
          <>
            <ul
              aria-labelledby={heading}
              className="mt-3.5 grid grid-cols-[max-content_minmax(0,1fr)_max-content] gap-x-3 gap-y-[9px] pb-1 text-13 max-md:gap-y-3 max-md:text-14"
            >
              {actions.map(({ eventType, count }) => (
                <li key={eventType} className="col-span-3 grid grid-cols-subgrid items-center">
                  <span>{actionLabels[eventType]}</span>
                  <span
                    aria-hidden
                    className="h-2.5 overflow-hidden rounded-[2px] bg-line-soft forced-colors:border"
                  >
                    <span
                      className="block h-full rounded-[2px] bg-chart-1 forced-color-adjust-none"
                      style={{ width: `${(count / top) * 100}%` }}
                    />
                  </span>
                  <span className="text-end font-medium tabular-nums">{formatNumber(count)}</span>
                </li>
              ))}
            </ul>
            <FiguresTable
              labelledBy={heading}
              head={[t`Activity`, t({ message: "Count", context: "column" })]}
              rows={actions.map(({ eventType, count }) => ({
                name: actionLabels[eventType],
                values: [count],
              }))}
            />
          </>
        )
      }
    </Panel>
  );
}
