import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  applyAddressFlags,
  clearRecoveryFlags,
  hasUnfinishedReset,
  isWorkerDisabled,
  recordConnectionFault,
  recordResetDone,
} from "../../recovery/flags.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  applyAddressFlags("");
  vi.useRealTimers();
  localStorage.clear();
});

test.each(["?safe-mode=true", "?disable-sw=true", "?tab=1&safe-mode=true"])(
  "%s disables the worker for the page and for five minutes on the device",
  (search) => {
    expect(applyAddressFlags(search)).toBe(true);
    expect(isWorkerDisabled()).toBe(true);
    expect(localStorage.getItem("pwa-disable-sw")).toBe("true");
    expect(localStorage.getItem("sw-disabled-timestamp")).toBe(String(Date.now()));
    // The next page has no flag in its address.
    applyAddressFlags("");
    expect(isWorkerDisabled()).toBe(true);
    vi.advanceTimersByTime(5 * 60_000);
    expect(isWorkerDisabled()).toBe(false);
  },
);

test.each(["", "?safe-mode=false", "?disable-sw", "?sw-cleared=true"])(
  "%j leaves the worker enabled",
  (search) => {
    expect(applyAddressFlags(search)).toBe(false);
    expect(isWorkerDisabled()).toBe(false);
  },
);

test("a reset that was interrupted is known for five minutes", () => {
  recordConnectionFault();
  expect(localStorage.getItem("firestore-error")).toBe("true");
  expect(hasUnfinishedReset()).toBe(true);
  vi.advanceTimersByTime(5 * 60_000);
  expect(hasUnfinishedReset()).toBe(false);
});

test("a finished reset leaves the worker disabled until the window has passed", () => {
  recordConnectionFault();
  recordResetDone();
  expect(hasUnfinishedReset()).toBe(false);
  expect(isWorkerDisabled()).toBe(true);
});

test("clearing removes every flag of a fault", () => {
  recordConnectionFault();
  clearRecoveryFlags();
  expect(localStorage).toHaveLength(0);
});
