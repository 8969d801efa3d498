import { afterEach, expect, test, vi } from "vitest";
import { afterFirstScreen } from "./after-first-screen.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("work for later starts only after the first screen was painted", () => {
  vi.useFakeTimers();
  const listeners = new Set<(state: { initialized: boolean }) => void>();
  const router = {
    state: { initialized: false },
    subscribe: (listener: (state: { initialized: boolean }) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  let started = 0;
  afterFirstScreen(router, () => {
    started += 1;
  });
  vi.advanceTimersByTime(5000);
  for (const listener of listeners) listener({ initialized: true });
  expect([started, listeners.size]).toEqual([0, 0]);
  vi.advanceTimersByTime(5000);
  expect(started).toBe(1);
});
