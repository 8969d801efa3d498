import { formatNumber } from "@guildhall/web-kit/language/format.ts";
import { t } from "@lingui/core/macro";
import { FiguresTable } from "@guildhall/web-kit/ui/figures-table.tsx";
import { hoursPicture } from "./chart-picture.ts";
import { Panel } from "./panel.tsx";
import type { UsageReport } from "./types.ts";
import { busiestHour, hourLabel, weekdays, weekdaysShort } from "./labels.ts";

const hours = Array.from({ length: 24 }, (_, hour) => hour);
/** Every sixth hour has a label. */
const LABEL_INTERVAL_HOURS = 6;
/** Colour intensity of an hour without sign-ins, and the minimum for one with sign-ins. */
const NO_SIGN_INS = 8;
const FEW_SIGN_INS = 18;

/** Members' sign-ins by hour of the week. */
export function HoursMap({ report, className }: { report: UsageReport; className?: string }) {
  const zone = report.timeZone.replaceAll("_", " ");
  const busiest = busiestHour(report);
  const title = t`Sign-ins by hour`;
  const text = t`Local time (${zone}), sign-ins per hour`;
  return (
    <Panel
      title={title}
      text={text}
      draw={
        busiest === null
          ? undefined
          : (colours) => hoursPicture({ title, text }, report.signInsByHour, colours)
      }
      {...(className !== undefined && { className })}
    >
      {(heading) =>
        busiest === null ? (
          <p className="mt-3 text-13 text-ink-2">{t`No sign-ins in this period.`}</p>
        ) : (
          <>
            <div
              role="img"
              aria-label={t`Most sign-ins on ${{ day: busiest.day }} at ${{ hour: busiest.hour }}: ${{ number: formatNumber(busiest.count) }}`}
              className="mt-3 grid grid-cols-[2.25rem_repeat(24,minmax(0,1fr))] items-center gap-[3px] text-11 text-ink-2 md:gap-1"
            >
              {weekdays.map((day, index) => (
                <Day
                  key={day}
                  name={day}
                  short={weekdaysShort[index] ?? ""}
                  counts={report.signInsByHour[index] ?? []}
                  top={busiest.count}
                />
              ))}
              <span />
              {hours
                .filter((hour) => hour % LABEL_INTERVAL_HOURS === 0)
                .map((hour) => (
                  <span key={hour} className="col-span-6 text-ink-3 tabular-nums">
                    {hourNumber(hour)}
                  </span>
                ))}
            </div>
            <FiguresTable
              labelledBy={heading}
              head={[t`Hour`, ...weekdaysShort]}
              rows={hours.map((hour) => ({
                name: hourLabel(hour),
                values: weekdays.map((_, day) => report.signInsByHour[day]?.[hour] ?? 0),
              }))}
            />
          </>
        )
      }
    </Panel>
  );
}

function Day(props: { name: string; short: string; counts: readonly number[]; top: number }) {
  const { name, short, counts, top } = props;
  return (
    <>
      <span>{short}</span>
      {hours.map((hour) => {
        const count = counts[hour] ?? 0;
        return (
          <span
            key={hour}
            title={`${name} ${hourLabel(hour)}: ${formatNumber(count)}`}
            className="h-[17px] rounded-[2px] forced-color-adjust-none"
            style={{
              backgroundColor: `color-mix(in oklab, var(--chart-1) ${strength(count, top)}%, var(--surface))`,
            }}
          />
        );
      })}
    </>
  );
}

/** "06" */
const hourNumber = (hour: number) => String(hour).padStart(2, "0");

const strength = (count: number, top: number) =>
  count === 0 ? NO_SIGN_INS : Math.round(FEW_SIGN_INS + (count / top) * (100 - FEW_SIGN_INS));
