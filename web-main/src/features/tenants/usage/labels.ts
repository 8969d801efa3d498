import { locale } from "@guildhall/web-kit/language/format.ts";
import { t } from "@lingui/core/macro";
import { formatClock } from "@guildhall/web-kit/language/clock.ts";
import type { UsageEvent, UsageFigure, UsageReport, UsageWeek } from "./types.ts";

/** Labels of the types of activity. */
export const actionLabels: Readonly<Record<UsageEvent, string>> = {
  create_post: t`Wrote a post`,
  create_article: t`Wrote an Insight`,
  create_comment: t`Commented`,
  create_thread: t`Started a thread`,
  like_article: t`Liked an Insight`,
  like_post: t`Liked a post`,
  view_article: t`Read an Insight`,
  view_thread: t`Viewed a thread`,
  share_content: t`Shared`,
  group_join: t`Joined a community`,
  user_login: t`Signed in`,
  user_join: t`Signed up`,
};

const shortWeekday = new Intl.DateTimeFormat(locale(), { weekday: "short", timeZone: "UTC" });

export const weekdays = [
  t`Monday`,
  t`Tuesday`,
  t`Wednesday`,
  t`Thursday`,
  t`Friday`,
  t`Saturday`,
  t`Sunday`,
] as const;

/** "Mon" to "Sun". */
export const weekdaysShort: readonly string[] = weekdays.map((_, index) =>
  // 5 January 2026 is a Monday.
  shortWeekday.format(Date.UTC(2026, 0, 5 + index)),
);

/** An hour of the 24-hour clock, such as "09:00". */
export const hourLabel = (hour: number) =>
  formatClock(Date.UTC(2026, 0, 1, hour), { timeZone: "UTC" });

const percent = new Intl.NumberFormat(locale(), {
  style: "percent",
  maximumFractionDigits: 1,
  signDisplay: "exceptZero",
});

/** The change in per cent; null if there is nothing to compare with. */
export function changeLabel({ now, before }: UsageFigure): string | null {
  if (before === 0) return null;
  return percent.format((now - before) / before).replace("-", "−");
}

// Weeks begin on Mondays in UTC, so they are formatted in UTC.
const dayOnly = new Intl.DateTimeFormat(locale(), { day: "numeric", timeZone: "UTC" });
const dayAndMonth = new Intl.DateTimeFormat(locale(), {
  day: "numeric",
  month: "long",
  timeZone: "UTC",
});
const shortDay = new Intl.DateTimeFormat(locale(), {
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});
const SIX_DAYS_MS = 6 * 24 * 60 * 60 * 1000;

/** "3 to 9 November" */
function weekLabel({ from }: UsageWeek): string {
  const monday = new Date(from);
  const sunday = new Date(monday.getTime() + SIX_DAYS_MS);
  const begin = monday.getUTCMonth() === sunday.getUTCMonth() ? dayOnly : dayAndMonth;
  return t`${{ from: begin.format(monday) }} to ${{ to: dayAndMonth.format(sunday) }}`;
}

/** A label for each week; the last one is incomplete. */
export function weekNames(weeks: readonly UsageWeek[]): string[] {
  const running = weeks.length - 1;
  return weeks.map((week, index) => {
    const name = weekLabel(week);
    return index === running ? t`${name}, so far` : name;
  });
}

/** "3 Nov" */
export const mondayLabel = ({ from }: UsageWeek) => shortDay.format(Date.parse(from));

/** True if any member was active a year before; a younger network gets no line of zeros. */
export const hasPreviousYear = (weeks: readonly UsageWeek[]) =>
  weeks.some(({ activeYearBefore }) => activeYearBefore > 0);

/** The hour of the week with the most sign-ins; null if there were none. */
export function busiestHour({ signInsByHour }: UsageReport) {
  const top = Math.max(0, ...signInsByHour.flat());
  if (top === 0) return null;
  const day = signInsByHour.findIndex((hours) => hours.includes(top));
  const hour = signInsByHour[day]?.indexOf(top) ?? 0;
  return { day: weekdays[day] ?? "", hour: hourLabel(hour), count: top };
}
