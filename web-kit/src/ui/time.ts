import { plural, t } from "@lingui/core/macro";
import { locale } from "../language/format.ts";
import { once } from "../language/once.ts";
import { formatClock } from "../language/clock.ts";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const week = 7 * day;
const month = 30 * day;
const year = 365 * day;

interface TimeStep {
  /** The number of seconds from which the next step is used. */
  below: number;
  unit: number;
  /** The greatest amount that is shown. */
  max?: number;
  long: (amount: number) => string;
  short: (amount: number) => string;
}

const years: TimeStep = {
  below: Number.POSITIVE_INFINITY,
  unit: year,
  long: (amount) => plural(amount, { one: "# year ago", other: "# years ago" }),
  short: (amount) => t({ message: `${amount}y`, comment: "years ago, short" }),
};

/** The steps of C-119: days up to 6, weeks up to 4, months up to 11, then years. */
const steps: readonly TimeStep[] = [
  {
    below: hour,
    unit: minute,
    long: (amount) => plural(amount, { one: "# minute ago", other: "# minutes ago" }),
    short: (amount) => t({ message: `${amount}m`, comment: "minutes ago, short" }),
  },
  {
    below: day,
    unit: hour,
    long: (amount) => plural(amount, { one: "# hour ago", other: "# hours ago" }),
    short: (amount) => t({ message: `${amount}h`, comment: "hours ago, short" }),
  },
  {
    below: week,
    unit: day,
    long: (amount) => plural(amount, { one: "# day ago", other: "# days ago" }),
    short: (amount) => t({ message: `${amount}d`, comment: "days ago, short" }),
  },
  {
    below: 5 * week,
    unit: week,
    long: (amount) => plural(amount, { one: "# week ago", other: "# weeks ago" }),
    short: (amount) => t({ message: `${amount}w`, comment: "weeks ago, short" }),
  },
  {
    below: year,
    unit: month,
    max: 11,
    long: (amount) => plural(amount, { one: "# month ago", other: "# months ago" }),
    short: (amount) => t({ message: `${amount}mo`, comment: "months ago, short" }),
  },
  years,
];

export type TimeStyle = "long" | "short";

/** The elapsed time in words ("4 minutes ago") or short for lists ("4m"). */
export function relativeTime(iso: string | null, now: number, style: TimeStyle = "long"): string {
  const then = iso === null ? Number.NaN : Date.parse(iso);
  if (Number.isNaN(then)) return t`Unknown time`;
  // If the client's clock is behind the server's, the result must not be in the future.
  const seconds = Math.max(0, Math.floor((now - then) / 1000));
  if (seconds < minute) return style === "long" ? t`just now` : t`now`;
  const step = steps.find((candidate) => seconds < candidate.below) ?? years;
  const { max = Number.POSITIVE_INFINITY } = step;
  const amount = Math.min(max, Math.max(1, Math.floor(seconds / step.unit)));
  return step[style](amount);
}

/** Created when first used, since this module is loaded before the page's language is known. */
const localDate = once(() => new Intl.DateTimeFormat(locale(), { dateStyle: "long" }));
const dateOnly = once(
  () => new Intl.DateTimeFormat(locale(), { dateStyle: "long", timeZone: "UTC" }),
);

/** "28 November 2026 at 09:00", in the reader's time zone and clock format. */
export function formatMoment(iso: string): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return t`Unknown time`;
  const date = localDate().format(time);
  const clock = formatClock(time);
  return t`${date} at ${clock}`;
}

/**
 * Converts UTC times in a server message to local time: "until 28 November 2026 at 09:00 UTC", in
 * German "bis 28. November 2026 um 09:00 UTC".
 */
export function localTimes(sentence: string): string {
  return sentence.replace(
    /\b(\d{1,2})\.? (\p{L}+) (\d{4}) (?:at|um) (\d{2}):(\d{2}) UTC\b/gu,
    (words, ...[dayOfMonth, name, ofYear, hours, minutes]: string[]) => {
      const ofMonth = MONTHS.findIndex((names) => names.includes(name ?? ""));
      if (ofMonth === -1) return words;
      const [date, clock] = [Number(dayOfMonth), [Number(hours), Number(minutes)] as const];
      return formatMoment(
        new Date(Date.UTC(Number(ofYear), ofMonth, date, ...clock)).toISOString(),
      );
    },
  );
}

/** The months of the server's messages in its languages. */
const MONTHS: readonly (readonly string[])[] = [
  ["January", "Januar"],
  ["February", "Februar"],
  ["March", "März"],
  ["April"],
  ["May", "Mai"],
  ["June", "Juni"],
  ["July", "Juli"],
  ["August"],
  ["September"],
  ["October", "Oktober"],
  ["November"],
  ["December", "Dezember"],
];

/** "28 November 2026", for dates without a time. */
export function formatDate(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? t`Unknown time` : dateOnly().format(time);
}
