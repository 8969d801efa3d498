import { expect, test } from "vitest";
import { isLater, toMicros } from "./timestamps.ts";

test("timestamps are compared by the microsecond", () => {
  expect(toMicros("1970-01-01T00:00:01.000002Z")).toBe(1_000_002);
  expect(toMicros("1970-01-01T00:00:01.5Z")).toBe(1_500_000);
  expect(isLater("2026-11-20T10:00:00.000001Z", "2026-11-20T10:00:00Z")).toBe(true);
  expect(isLater("2026-11-20T10:00:00Z", "2026-11-20T10:00:00.5Z")).toBe(false);
  expect(isLater("2026-11-20T10:00:00Z", "2026-11-20T10:00:00Z")).toBe(false);
});

test("a missing timestamp is earlier than all others", () => {
  expect(isLater("2026-11-20T10:00:00Z", null)).toBe(true);
  expect(isLater(null, "2026-11-20T10:00:00Z")).toBe(false);
  expect(isLater(undefined, null)).toBe(false);
});
