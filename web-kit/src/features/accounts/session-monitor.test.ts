import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hasSessionCookie, SessionMonitor } from "./session-monitor.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function watched(present = true, alive = true) {
  const state = { present, alive };
  const check = vi.fn(async () => (state.alive ? null : "It is over"));
  const onLost = vi.fn();
  const monitor = new SessionMonitor({ isPresent: () => state.present, check, onLost });
  monitor.start();
  return { state, check, onLost, monitor };
}

test("detects a deleted cookie within five seconds", async () => {
  const { state, onLost } = watched();
  await vi.advanceTimersByTimeAsync(5000);
  expect(onLost).not.toHaveBeenCalled();
  state.present = false;
  await vi.advanceTimersByTimeAsync(5000);
  expect(onLost).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onLost).toHaveBeenCalledOnce();
});

test("asks the server every thirty seconds", async () => {
  const { check, state, onLost } = watched();
  await vi.advanceTimersByTimeAsync(29_000);
  expect(check).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  expect(check).toHaveBeenCalledOnce();
  state.alive = false;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(onLost).toHaveBeenCalledExactlyOnceWith("It is over");
});

test("asks once when the member returns to the tab", async () => {
  const { check, monitor } = watched();
  window.dispatchEvent(new Event("focus"));
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(0);
  expect(check).toHaveBeenCalledOnce();
  monitor.stop();
  await vi.advanceTimersByTimeAsync(6000);
  window.dispatchEvent(new Event("focus"));
  expect(check).toHaveBeenCalledOnce();
});

test("matches only the exact name of the companion cookie", () => {
  expect(hasSessionCookie()).toBe(false);
  document.cookie = "xcsst_present=1";
  expect(hasSessionCookie()).toBe(false);
  document.cookie = "csst_present=1";
  expect(hasSessionCookie()).toBe(true);
  document.cookie = "csst_present=; max-age=0";
  expect(hasSessionCookie()).toBe(false);
});
