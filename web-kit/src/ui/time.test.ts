import { expect, test } from "vitest";
import { formatDate, relativeTime } from "./time.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const ago = (ms: number) => new Date(now - ms).toISOString();

test.each([
  [0, "just now", "now"],
  [59_000, "just now", "now"],
  [minute, "1 minute ago", "1m"],
  [59 * minute, "59 minutes ago", "59m"],
  [hour, "1 hour ago", "1h"],
  [23 * hour, "23 hours ago", "23h"],
  [day, "1 day ago", "1d"],
  [6 * day, "6 days ago", "6d"],
  [7 * day, "1 week ago", "1w"],
  [34 * day, "4 weeks ago", "4w"],
  [35 * day, "1 month ago", "1mo"],
  [364 * day, "11 months ago", "11mo"],
  [365 * day, "1 year ago", "1y"],
  [800 * day, "2 years ago", "2y"],
])("%d ms ago is shown as %s", (ms, long, short) => {
  expect(relativeTime(ago(ms), now)).toBe(long);
  expect(relativeTime(ago(ms), now, "short")).toBe(short);
});

test("reports a missing or invalid time", () => {
  expect(relativeTime(null, now)).toBe("Unknown time");
  expect(relativeTime("yesterday", now)).toBe("Unknown time");
  expect(formatDate("soon")).toBe("Unknown time");
});

test("a clock behind the server's does not show the future", () => {
  expect(relativeTime(ago(-5000), now)).toBe("just now");
});

test("a document's date does not depend on the time zone", () => {
  expect(formatDate("2026-09-01")).toBe("1 September 2026");
});
