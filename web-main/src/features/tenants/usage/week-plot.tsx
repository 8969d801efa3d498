import { formatNumber } from "@guildhall/web-kit/language/format.ts";
import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { useIsDesktop } from "@guildhall/web-kit/shell/use-is-desktop.ts";
import { roundCount } from "@guildhall/web-kit/ui/short-count.ts";
import { heightOn, labelledIndexes, scaleOf, type Scale } from "./scale.ts";
import type { UsageWeek } from "./types.ts";
import { useReadOut } from "./use-read-out.ts";
import { mondayLabel } from "./labels.ts";

interface WeekPlotProps {
  weeks: readonly UsageWeek[];
  /** The labels of the weeks. */
  names: readonly string[];
  /** True if the line of the year before is drawn. */
  both: boolean;
}

/**
 * The lines of the chart. The SVG is stretched to the available width; text and points, which must
 * not be distorted, are separate elements above it. Arrow keys, mouse and touch read out a week.
 */
export function WeekPlot({ weeks, names, both }: WeekPlotProps) {
  const scale = scaleOf(
    weeks.flatMap(({ active, activeYearBefore }) => (both ? [active, activeYearBefore] : [active])),
  );
  const [read, reading] = useReadOut(weeks.length);
  const at = read ?? weeks.length - 1;
  const week = weeks[at];
  const name = names[at] ?? "";
  return (
    // Time runs from left to right in every script, as on the axis of a printed chart.
    <div dir="ltr" className="mt-4 grid grid-cols-[minmax(0,1fr)_2.25rem] gap-x-2.5">
      <div
        role="slider"
        tabIndex={0}
        aria-label={t`Week`}
        aria-valuemin={1}
        aria-valuemax={weeks.length}
        aria-valuenow={at + 1}
        aria-valuetext={week === undefined ? "" : `${name}: ${readOutText(week, both)}`}
        className="relative h-44 touch-pan-y rounded-xs focus-visible:outline-offset-4 md:h-62"
        {...reading}
      >
        <Lines weeks={weeks} both={both} scale={scale} />
        {read !== null && week !== undefined && (
          <ReadOut {...{ week, name, both, scale }} left={xPercent(at, weeks.length)} />
        )}
      </div>
      <div aria-hidden className="relative text-11 text-ink-3 tabular-nums">
        {scale.map((value) => (
          <span
            key={value}
            className="absolute -translate-y-1/2"
            style={{ top: `${heightOn(scale, value)}%` }}
          >
            {roundCount(value)}
          </span>
        ))}
      </div>
      <Mondays weeks={weeks} />
    </div>
  );
}

const xPercent = (index: number, length: number) =>
  length > 1 ? (index / (length - 1)) * 100 : 50;

function Lines({ weeks, both, scale }: Omit<WeekPlotProps, "names"> & { scale: Scale }) {
  const line = (valueOf: (week: UsageWeek) => number) =>
    weeks
      .map((week, index) => `${xPercent(index, weeks.length)},${heightOn(scale, valueOf(week))}`)
      .join(" ");
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      fill="none"
      strokeLinejoin="round"
      className="size-full overflow-visible *:[vector-effect:non-scaling-stroke]"
    >
      {scale.map((value) => (
        <path key={value} d={`M0 ${heightOn(scale, value)}H100`} stroke="var(--line-soft)" />
      ))}
      {both && (
        <polyline
          points={line(({ activeYearBefore }) => activeYearBefore)}
          stroke="var(--ink-3)"
          strokeWidth="1.5"
          strokeDasharray="3 4"
          strokeLinecap="round"
        />
      )}
      <polyline points={line(({ active }) => active)} stroke="var(--chart-1)" strokeWidth="2" />
    </svg>
  );
}

interface ReadOutProps {
  week: UsageWeek;
  name: string;
  both: boolean;
  left: number;
  scale: Scale;
}

/** The values of a week, next to its point. */
function ReadOut({ week, name, both, left, scale }: ReadOutProps) {
  const at = { left: `${left}%` };
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0">
      <span className="absolute inset-y-0 w-px bg-ink/35" style={at} />
      <span
        className="absolute size-[11px] -translate-1/2 rounded-full border-2 border-surface bg-chart-1"
        style={{ ...at, top: `${heightOn(scale, week.active)}%` }}
      />
      <span
        className={clsx(
          "absolute top-0.5 rounded-sm bg-[light-dark(var(--ink),#2b2f2e)] px-2 py-[5px] text-12 whitespace-nowrap text-white forced-colors:border",
          left > 50 ? "-translate-x-[calc(100%+8px)]" : "translate-x-2",
        )}
        style={at}
      >
        <span className="block opacity-80">{name}</span>
        <span className="font-semibold tabular-nums">{formatNumber(week.active)}</span>
        {both && (
          <span className="opacity-80 tabular-nums">
            {t`was ${{ number: formatNumber(week.activeYearBefore) }}`}
          </span>
        )}
      </span>
    </div>
  );
}

/** The week as a sentence for screen readers. */
function readOutText(week: UsageWeek, both: boolean): string {
  const active = formatNumber(week.active);
  if (!both) return t`${active} active`;
  return t`${active} active, a year earlier ${{ before: formatNumber(week.activeYearBefore) }}`;
}

function Mondays({ weeks }: { weeks: readonly UsageWeek[] }) {
  const named = labelledIndexes(weeks.length, useIsDesktop() ? 6 : 3);
  return (
    <div aria-hidden className="relative mt-1.5 h-4 text-11 whitespace-nowrap text-ink-3">
      {named.map((index) => {
        const week = weeks[index];
        if (week === undefined) return null;
        return (
          <span
            key={week.from}
            className={clsx(
              "absolute",
              index === weeks.length - 1 ? "-translate-x-full" : index > 0 && "-translate-x-1/2",
            )}
            style={{ left: `${xPercent(index, weeks.length)}%` }}
          >
            {mondayLabel(week)}
          </span>
        );
      })}
    </div>
  );
}
