import { formatNumber } from "../language/format.ts";
import { useId } from "react";
import { FiguresTable } from "./figures-table.tsx";

export interface Bar {
  /** The full label of the bar. */
  name: string;
  /** The label below the bar; most bars of a long row have none. */
  tick?: string;
  value: number;
}

export interface BarChartProps {
  title: string;
  /** The counted quantity and period in one line. */
  text: string;
  /** Heading of the table's first column. */
  of: string;
  /** Heading of its second column: the counted quantity. */
  counts: string;
  bars: readonly Bar[];
}

/** A bar chart, with its numbers as a table for screen readers. */
export function BarChart({ title, text, of, counts, bars }: BarChartProps) {
  const heading = useId();
  const top = Math.max(1, ...bars.map((bar) => bar.value));
  return (
    <section aria-labelledby={heading} className="rounded-lg px-4 pt-4 pb-3 edge-line md:px-5">
      <h3 id={heading} className="text-14 font-semibold">
        {title}
      </h3>
      <p className="text-12 text-ink-3">{text}</p>
      <div aria-hidden className="mt-4 flex gap-3">
        <div className="flex h-36 min-w-0 flex-1 items-end gap-[3px] border-t border-b border-line-soft">
          {bars.map((bar) => (
            <span
              key={bar.name}
              title={`${bar.name}: ${formatNumber(bar.value)}`}
              className="flex h-full min-w-0 flex-1 items-end"
            >
              <span
                className="w-full rounded-t-[3px] bg-brand-line forced-colors:border"
                style={{ height: `${(bar.value / top) * 100}%` }}
              />
            </span>
          ))}
        </div>
        <span className="text-11 text-ink-3 tabular-nums">{formatNumber(top)}</span>
      </div>
      <div aria-hidden className="mt-1 flex gap-3">
        <div className="flex min-w-0 flex-1 gap-[3px]">
          {bars.map((bar) => (
            <span key={bar.name} className="min-w-0 flex-1 text-11 whitespace-nowrap text-ink-3">
              {bar.tick}
            </span>
          ))}
        </div>
        <span className="invisible text-11 tabular-nums">{formatNumber(top)}</span>
      </div>
      <FiguresTable
        labelledBy={heading}
        head={[of, counts]}
        rows={bars.map(({ name, value }) => ({ name, values: [value] }))}
      />
    </section>
  );
}
