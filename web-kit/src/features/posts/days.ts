import { t } from "@lingui/core/macro";
import { activeLanguage } from "../../language/active-language.ts";
import { locale } from "../../language/format.ts";

const dayKey = new Intl.DateTimeFormat("en-CA", { dateStyle: "short" });
const currentYearFormat = new Intl.DateTimeFormat(locale(), {
  weekday: "long",
  day: "numeric",
  month: "long",
});
const otherYearFormat = new Intl.DateTimeFormat(locale(), {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
});
const dayAndMonth = new Intl.DateTimeFormat(locale(), { day: "numeric", month: "long" });
const withYear = new Intl.DateTimeFormat(locale(), { dateStyle: "long" });

/** The day in the reader's time zone. */
export function dayOf(at: string): string {
  const time = Date.parse(at);
  return Number.isNaN(time) ? "unknown" : dayKey.format(time);
}

/** "Today", "Friday 20 November", "Friday 21 November 2025". */
export function dayLabel(at: string, now: number): string {
  const time = Date.parse(at);
  if (Number.isNaN(time)) return t`Unknown time`;
  if (dayKey.format(time) === dayKey.format(now)) return t`Today`;
  const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return plainDate((sameYear ? currentYearFormat : otherYearFormat).format(time));
}

/** "3 November", with the year if it is not the current one. */
export function shortDay(at: string, now: number): string {
  const time = Date.parse(at);
  if (Number.isNaN(time)) return t`an unknown day`;
  const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return (sameYear ? dayAndMonth : withYear).format(time);
}

/** Some engines put a comma after an English weekday; our style has none. */
function plainDate(label: string): string {
  return activeLanguage() === "de" ? label : label.replace(",", "");
}
