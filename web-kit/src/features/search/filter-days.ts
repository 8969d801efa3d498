import { t } from "@lingui/core/macro";
import { locale } from "../../language/format.ts";
import { once } from "../../language/once.ts";
import type { Suggestion } from "./suggestion.ts";

/** The days that `before:` and `after:` offer, as year-month-day in the reader's time zone. */
export function offeredDays(name: "before" | "after", now: Date): Suggestion[] {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const daysOfLastMonth = new Date(year, month, 0).getDate();
  const days = [
    { label: t`Today`, at: now },
    { label: t`A week ago`, at: new Date(year, month, day - 7) },
    // The 31st has no counterpart in a shorter month.
    { label: t`A month ago`, at: new Date(year, month - 1, Math.min(day, daysOfLastMonth)) },
  ];
  return days.map(({ label, at }) => ({ of: "day", name, label, date: isoDay(at) }));
}

/** "2026-11-30". */
export function isoDay(at: Date): string {
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
}

const twoDigits = (value: number) => String(value).padStart(2, "0");

const longDay = once(() => new Intl.DateTimeFormat(locale(), { dateStyle: "long" }));

/** "30 November 2026" for a day in a filter; null if there is no such day. */
export function dayLabel(value: string): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? [];
  if (year === undefined) return null;
  const at = new Date(Number(year), Number(month) - 1, Number(day));
  return isoDay(at) === value ? longDay().format(at) : null;
}
