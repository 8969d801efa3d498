import { locale } from "./format.ts";

export interface ClockOptions {
  /** "09:14:02" instead of "09:14". */
  seconds?: boolean;
  /** The reader's time zone by default. */
  timeZone?: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * A time of day in the reader's locale: "14:05", "2:05 PM". If the browser has another language
 * than the page, it only decides between 12 and 24 hours.
 */
export function formatClock(at: number | Date, { seconds = false, timeZone }: ClockOptions = {}) {
  const page = locale();
  const key = [page, navigator.language, seconds, timeZone].join(" ");
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(clockLocale(page, navigator.language), {
      timeStyle: seconds ? "medium" : "short",
      ...(timeZone !== undefined && { timeZone }),
    });
    formats.set(key, format);
  }
  return format.format(at);
}

function clockLocale(page: string, browser: string): string {
  try {
    const { hourCycle } = new Intl.DateTimeFormat(browser, { hour: "numeric" }).resolvedOptions();
    if (languageOf(browser) === languageOf(page)) return browser;
    return `${page}-u-hc-${hourCycle ?? "h23"}`;
  } catch {
    // Some systems report "C" as language.
    return page;
  }
}

function languageOf(tag: string): string {
  return new Intl.Locale(tag).language;
}
