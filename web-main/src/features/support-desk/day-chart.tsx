import { t } from "@lingui/core/macro";
import { useId, useRef } from "react";
import { FiguresTable } from "@guildhall/web-kit/ui/figures-table.tsx";
import { formatDate } from "@guildhall/web-kit/ui/time.ts";
import { useWidth } from "../../ui/use-width.ts";

export interface DayFigures {
  day: string;
  created: number;
  closed: number;
}

const HEIGHT = 160;
const INSET = 8;

const SERIES = [
  { name: t`Created`, of: (day: DayFigures) => day.created, colour: "var(--chart-1)", dash: "" },
  { name: t`Closed`, of: (day: DayFigures) => day.closed, colour: "var(--chart-2)", dash: "5 3" },
] as const;

/** Positions of one series: the first day at the left, zero at the bottom. */
export function linePoints(values: readonly number[], top: number, width: number) {
  const step = values.length > 1 ? (width - 2 * INSET) / (values.length - 1) : 0;
  const scale = (HEIGHT - 2 * INSET) / Math.max(1, top);
  return values.map((value, at) => ({
    x: Math.round((INSET + at * step) * 10) / 10,
    y: Math.round((HEIGHT - INSET - value * scale) * 10) / 10,
  }));
}

/** Created and closed tickets by day, with the numbers as a table. */
export function DayChart({ days }: { days: readonly DayFigures[] }) {
  const heading = useId();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const top = Math.max(1, ...days.flatMap(({ created, closed }) => [created, closed]));
  const [first, last] = [days.at(0), days.at(-1)];
  return (
    <section aria-labelledby={heading} className="rounded-lg px-4 pt-4 pb-3 edge-line md:px-5">
      <h2 id={heading} className="text-14 font-semibold">{t`Tickets by day`}</h2>
      <p aria-hidden className="mt-1 flex gap-4 text-12 text-ink-2">
        {SERIES.map(({ name, colour, dash }) => (
          <span key={name} className="flex items-center gap-1.5">
            <svg width={22} height={4}>
              <line
                x1={0}
                x2={22}
                y1={2}
                y2={2}
                stroke={colour}
                strokeWidth={2}
                strokeDasharray={dash}
              />
            </svg>
            {name}
          </span>
        ))}
        <span className="ms-auto tabular-nums">{t`Highest: ${top}`}</span>
      </p>
      <div ref={box} className="mt-3">
        <svg aria-hidden width={width} height={HEIGHT} className="block">
          {[0, 0.5, 1].map((share) => {
            const y = INSET + share * (HEIGHT - 2 * INSET);
            return <line key={share} x1={0} x2={width} y1={y} y2={y} stroke="var(--line-soft)" />;
          })}
          {SERIES.map(({ name, of, colour, dash }) => (
            <polyline
              key={name}
              points={linePoints(days.map(of), top, width)
                .map(({ x, y }) => `${x},${y}`)
                .join(" ")}
              fill="none"
              stroke={colour}
              strokeWidth={2}
              strokeDasharray={dash}
            />
          ))}
        </svg>
      </div>
      {first !== undefined && last !== undefined && (
        // The chart runs from left to right in every language.
        <p dir="ltr" aria-hidden className="mt-1 flex justify-between text-11 text-ink-3">
          <span>{formatDate(first.day)}</span>
          <span>{formatDate(last.day)}</span>
        </p>
      )}
      <FiguresTable
        labelledBy={heading}
        head={[t`Day`, t`Created`, t`Closed`]}
        rows={days.map(({ day, created, closed }) => ({
          name: formatDate(day),
          values: [created, closed],
        }))}
      />
    </section>
  );
}
