import { locale } from "@guildhall/web-kit/language/format.ts";
import { t } from "@lingui/core/macro";
import { FiguresTable } from "@guildhall/web-kit/ui/figures-table.tsx";
import { Panel } from "./panel.tsx";
import type { UsageReport } from "./types.ts";
import { busiestHour, hourLabel, weekdays } from "./labels.ts";

const number = new Intl.NumberFormat(locale());
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
  return (
    <Panel
      title={t`Sign-ins by hour`}
      text={t`Local time (${zone}), sign-ins per hour`}
      {...(className !== undefined && { className })}
    >
      {(heading) =>
        busiest === null ? (
          <p className="mt-3 text-13 text-ink-2">{t`No sign-ins in this period.`}</p>
        ) : (
          <>
            <div
              role="img"
              aria-label={t`Most sign-ins on ${busiest.day} at ${busiest.hour}: ${number.format(busiest.count)}`}
              className="mt-3 grid grid-cols-[2.25rem_repeat(24,minmax(0,1fr))] items-center gap-[3px] text-11 text-ink-2 md:gap-1"
            >
              {weekdays.map((day, index) => (
                <Day
                  key={day}
                  name={day}
                  counts={report.signInsByHour[index] ?? []}
                  top={busiest.count}
                />
              ))}
              <span />
              {hours
                .filter((hour) => hour % LABEL_INTERVAL_HOURS === 0)
                .map((hour) => (
                  <span key={hour} className="col-span-6 text-ink-3 tabular-nums">
                    {hourLabel(hour).slice(0, 2)}
                  </span>
                ))}
            </div>
            <FiguresTable
              labelledBy={heading}
              head={[t`Hour`, ...weekdays.map((day) => day.slice(0, 3))]}
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

function Day(props: { name: string; counts: readonly number[]; top: number }) {
  const { name, counts, top } = props;
  return (
    <>
      <span>{name.slice(0, 3)}</span>
      {hours.map((hour) => {
        const count = counts[hour] ?? 0;
        return (
          <span
            key={hour}
            title={`${name} ${hourLabel(hour)}: ${number.format(count)}`}
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

const strength = (count: number, top: number) =>
  count === 0 ? NO_SIGN_INS : Math.round(FEW_SIGN_INS + (count / top) * (100 - FEW_SIGN_INS));
