import { locale } from "../../../language/format.ts";
import type { CommunityAnalytics } from "../../../api/types.ts";
import type { Bar } from "../../../ui/bar-chart.tsx";
import { formatClock } from "../../../language/clock.ts";

// A day is a date without a time; formatting in UTC keeps it the same day everywhere.
const weekday = new Intl.DateTimeFormat(locale(), { weekday: "short", timeZone: "UTC" });
const date = new Intl.DateTimeFormat(locale(), {
  weekday: "long",
  day: "numeric",
  month: "long",
  timeZone: "UTC",
});

/** One bar per day. */
export function dailyBars({ daily }: CommunityAnalytics): Bar[] {
  return daily.map(({ day, posts }) => {
    const time = Date.parse(`${day}T00:00:00Z`);
    return { name: date.format(time), tick: weekday.format(time), value: posts };
  });
}

/** One bar per hour of the time zone used for counting; every sixth has a label. */
export function hourlyBars({ hourly, timeZone }: CommunityAnalytics): Bar[] {
  const dayName = new Intl.DateTimeFormat(locale(), { weekday: "long", timeZone });
  return hourly.map(({ hour: begins, posts }, index) => {
    const time = Date.parse(begins);
    return {
      name: `${dayName.format(time)} ${formatClock(time, { timeZone })}`,
      ...(index % 6 === 0 && { tick: formatClock(time, { timeZone }) }),
      value: posts,
    };
  });
}

/** The value in per cent of the largest value. */
export function percentOfMax(value: number, all: readonly { posts: number }[]): number {
  return (value / Math.max(1, ...all.map(({ posts }) => posts))) * 100;
}
