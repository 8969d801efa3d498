import { locale } from "../language/format.ts";
export interface ClockOptions {
  /** "09:14:02" instead of "09:14". */
  seconds?: boolean;
  /** The reader's time zone by default. */
  timeZone?: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * A time of day in the reader's locale: "14:05", "2:05 PM". The pages are in English, so a locale
 * of another language only decides between 12 and 24 hours.
 */
export function formatClock(at: number | Date, { seconds = false, timeZone }: ClockOptions = {}) {
  const key = [navigator.language, seconds, timeZone].join(" ");
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(clockLocale(navigator.language), {
      timeStyle: seconds ? "medium" : "short",
      ...(timeZone !== undefined && { timeZone }),
    });
    formats.set(key, format);
  }
  return format.format(at);
}

function clockLocale(language: string): string {
  try {
    const { hourCycle } = new Intl.DateTimeFormat(language, { hour: "numeric" }).resolvedOptions();
    if (/^en\b/i.test(language)) return language;
    return `en-GB-u-hc-${hourCycle ?? "h23"}`;
  } catch {
    // Some systems report "C" as language.
    return locale();
  }
}
