import { once } from "../language/once.ts";
import { locale } from "../language/format.ts";
import { t } from "@lingui/core/macro";
import { formatClock } from "./clock.ts";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const week = 7 * day;
const month = 30 * day;
const year = 365 * day;

/** The steps of C-119: days up to 6, weeks up to 4, months up to 11, then years. */
const steps = [
  { below: hour, unit: minute, long: "minute", short: "m" },
  { below: day, unit: hour, long: "hour", short: "h" },
  { below: week, unit: day, long: "day", short: "d" },
  { below: 5 * week, unit: week, long: "week", short: "w" },
  { below: year, unit: month, long: "month", short: "mo" },
  { below: Number.POSITIVE_INFINITY, unit: year, long: "year", short: "y" },
] as const;

export type TimeStyle = "long" | "short";

/** The elapsed time in words ("4 minutes ago") or short for lists ("4m"). */
export function relativeTime(iso: string | null, now: number, style: TimeStyle = "long"): string {
  const then = iso === null ? Number.NaN : Date.parse(iso);
  if (Number.isNaN(then)) return t`Unknown time`;
  // If the client's clock is behind the server's, the result must not be in the future.
  const seconds = Math.max(0, Math.floor((now - then) / 1000));
  if (seconds < minute) return style === "long" ? "just now" : "now";
  const step = steps.find((candidate) => seconds < candidate.below) ?? steps[5];
  const most = step.long === "month" ? 11 : Number.POSITIVE_INFINITY;
  const amount = Math.min(most, Math.max(1, Math.floor(seconds / step.unit)));
  if (style === "short") return `${amount}${step.short}`;
  return t`${amount} ${step.long}${amount === 1 ? "" : "s"} ago`;
}

/** Created when first used, since this module is loaded before the page's language is known. */
const localDate = once(() => new Intl.DateTimeFormat(locale(), { dateStyle: "long" }));
const dateOnly = once(
  () => new Intl.DateTimeFormat(locale(), { dateStyle: "long", timeZone: "UTC" }),
);

/** "28 November 2026 at 09:00", in the reader's time zone and clock format. */
export function formatMoment(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time)
    ? t`Unknown time`
    : t`${localDate().format(time)} at ${formatClock(time)}`;
}

/** Converts UTC times in a server message to local time: "until 28 November 2026 at 09:00 UTC". */
export function localTimes(sentence: string): string {
  return sentence.replace(
    /\b(\d{1,2} [A-Z][a-z]+ \d{4}) at (\d{2}:\d{2}) UTC\b/g,
    (words, date: string, clock: string) => {
      const time = Date.parse(`${date} ${clock} UTC`);
      return Number.isNaN(time) ? words : formatMoment(new Date(time).toISOString());
    },
  );
}

/** "28 November 2026", for dates without a time. */
export function formatDate(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? t`Unknown time` : dateOnly().format(time);
}
