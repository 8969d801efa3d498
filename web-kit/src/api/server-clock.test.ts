import { afterEach, expect, test, vi } from "vitest";
import { resetServerTime, hasPassed, recordServerTime, serverNow } from "./server-clock.ts";

const responseAt = (date: string) => new Response(null, { headers: { Date: date } });

afterEach(() => {
  vi.useRealTimers();
  resetServerTime();
});

test("follows the server although the device clock is ten days ahead", () => {
  vi.useFakeTimers({ now: Date.parse("2026-12-09T12:00:00Z") });
  recordServerTime(responseAt("Sun, 29 Nov 2026 12:00:00 GMT"));
  expect(serverNow()).toBe(Date.parse("2026-11-29T12:00:00Z"));
  expect(hasPassed("2026-12-01T00:00:00Z")).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(hasPassed("2026-11-29T12:01:00Z")).toBe(true);
});

test("ignores a change of the device clock while the page is open", () => {
  vi.useFakeTimers({ now: Date.parse("2026-11-29T12:00:00Z") });
  recordServerTime(responseAt("Sun, 29 Nov 2026 12:00:00 GMT"));
  vi.setSystemTime(Date.parse("2027-11-29T12:00:00Z"));
  expect(serverNow()).toBe(Date.parse("2026-11-29T12:00:00Z"));
});

test("uses the device clock before the first response", () => {
  vi.useFakeTimers({ now: Date.parse("2026-11-29T12:00:00Z") });
  recordServerTime(new Response(null));
  recordServerTime(responseAt("soon"));
  expect(serverNow()).toBe(Date.parse("2026-11-29T12:00:00Z"));
});
