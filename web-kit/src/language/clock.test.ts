import { afterEach, describe, expect, test, vi } from "vitest";
import { formatClock } from "./clock.ts";
import { formatMoment } from "../ui/time.ts";

const afternoon = new Date(2026, 10, 28, 14, 5, 9);
/** Newer engines put a narrow space before "PM". */
const plain = (words: string) => words.replaceAll("\u202f", " ");

function read(language: string) {
  vi.spyOn(navigator, "language", "get").mockReturnValue(language);
}

afterEach(() => vi.restoreAllMocks());

describe("a time of day", () => {
  test.each([
    ["en-GB", "14:05", "14:05:09"],
    ["en-US", "2:05 PM", "2:05:09 PM"],
    ["de-DE", "14:05", "14:05:09"],
    ["ko-KR", "2:05 pm", "2:05:09 pm"],
    ["C", "14:05", "14:05:09"],
  ])("is formatted for the locale %s", (language, short, long) => {
    read(language);
    expect(plain(formatClock(afternoon))).toBe(short);
    expect(plain(formatClock(afternoon, { seconds: true }))).toBe(long);
  });

  test("uses the given time zone", () => {
    read("en-GB");
    expect(formatClock(Date.UTC(2026, 0, 1, 9), { timeZone: "UTC" })).toBe("09:00");
  });
});

test("a moment includes the time of day in the reader's locale", () => {
  read("en-US");
  expect(plain(formatMoment(afternoon.toISOString()))).toBe("28 November 2026 at 2:05 PM");
});
