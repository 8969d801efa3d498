import { i18n } from "@lingui/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { problemFrom } from "../api/problem.ts";
import { formatClock } from "../language/clock.ts";
import { roundCount } from "./short-count.ts";
import { formatDate, formatMoment, localTimes } from "./time.ts";

const afternoon = new Date(2026, 10, 28, 14, 5, 9);
const browser = (language: string) =>
  vi.spyOn(navigator, "language", "get").mockReturnValue(language);

beforeEach(() => i18n.loadAndActivate({ locale: "de", messages: {} }));
afterEach(() => vi.useRealTimers());

test("dates and rounded numbers have the page's language", () => {
  expect(formatDate("2026-03-01")).toBe("1. März 2026");
  expect(roundCount(1249)).toBe("1,2k");
});

test("the browser decides between 12 and 24 hours", () => {
  browser("en-GB");
  expect(formatClock(afternoon)).toBe("14:05");
  browser("en-US");
  expect(formatClock(afternoon).replaceAll("\u202f", " ")).toBe("2:05 PM");
  browser("de-AT");
  expect(formatClock(afternoon, { seconds: true })).toBe("14:05:09");
});

test("times in the server's German messages are converted to local time", () => {
  const local = formatMoment("2026-03-05T09:04:00Z");
  expect(localTimes("Gesperrt bis 5. März 2026 um 09:04 UTC.")).toBe(`Gesperrt bis ${local}.`);
  expect(localTimes("Bis 5. Brumaire 2026 um 09:04 UTC")).toBe("Bis 5. Brumaire 2026 um 09:04 UTC");
});

test("the end of a rate limit is converted to local time", () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 28, 14, 5, 0) });
  const detail = (time: string) => `Zu viele Versuche. Versuchen Sie es um ${time} erneut`;
  const shown = (time: string, seconds: number) =>
    problemFrom(429, { detail: detail(time), retryAfter: seconds }, null).detail;
  expect(shown("23:05:42 UTC", 42)).toBe(detail("14:05:42"));
  // The connecting word is a text of the catalogue.
  expect(shown("23:05:00 UTC am 29. November", 86_400)).toBe(detail("14:05 on 29. November"));
});
