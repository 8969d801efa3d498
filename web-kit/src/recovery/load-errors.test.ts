import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadWithRetry } from "./load-with-retry.ts";
import { mayReload, preload } from "../shell/lazy.ts";
import { isLoadError } from "./load-errors.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

const broken = () => new TypeError("Failed to fetch dynamically imported module: /assets/x.js");

test("distinguishes a chunk that could not be loaded from an error inside it", () => {
  expect(isLoadError(broken())).toBe(true);
  expect(isLoadError(Object.assign(new Error("gone"), { name: "ChunkLoadError" }))).toBe(true);
  expect(isLoadError(new Error("Loading chunk 7 failed"))).toBe(true);
  expect(isLoadError(new Error("x is not a function"))).toBe(false);
  expect(isLoadError("failed to fetch")).toBe(false);
});

test("retries after one and after two more seconds", async () => {
  const load = vi.fn<() => Promise<string>>();
  load
    .mockRejectedValueOnce(broken())
    .mockRejectedValueOnce(broken())
    .mockResolvedValueOnce("screen");
  const loaded = loadWithRetry(load);
  await vi.advanceTimersByTimeAsync(999);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await loaded).toBe("screen");
});

test("gives up after the third attempt", async () => {
  const load = vi.fn<() => Promise<string>>().mockImplementation(() => Promise.reject(broken()));
  const failed = loadWithRetry(load).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(3000);
  expect(await failed).toBeInstanceOf(TypeError);
  expect(load).toHaveBeenCalledTimes(3);
});

test("allows one reload a minute", () => {
  expect(mayReload()).toBe(true);
  expect(localStorage.getItem("dynamic-import-errors")).toBe(String(Date.now()));
  expect(mayReload()).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(mayReload()).toBe(true);
});

test("does not retry a permanent error", async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new Error("x is not a function"));
  await expect(loadWithRetry(load)).rejects.toThrow("x is not a function");
  expect(load).toHaveBeenCalledOnce();
});

function connection(facts: object): void {
  Object.defineProperty(navigator, "connection", { value: facts, configurable: true });
}

test("preloads at the planned times", async () => {
  connection({ effectiveType: "4g" });
  const load = vi.fn<() => Promise<string>>().mockResolvedValue("screen");
  preload([
    { afterMs: 1000, load },
    { afterMs: 1500, load },
    { afterMs: 4000, load },
  ]);
  for (const [ms, calls] of [
    [999, 0],
    [1, 1],
    [500, 2],
    [2499, 2],
    [1, 3],
  ] as const) {
    await vi.advanceTimersByTimeAsync(ms);
    expect(load).toHaveBeenCalledTimes(calls);
  }
});

test.each(["2g", "slow-2g"])("preloads nothing on a %s connection", async (effectiveType) => {
  connection({ effectiveType });
  const load = vi.fn<() => Promise<string>>().mockResolvedValue("screen");
  preload([{ afterMs: 1000, load }]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(load).not.toHaveBeenCalled();
  connection({});
});

test("preloads once when the network returns", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const load = vi.fn<() => Promise<void>>().mockResolvedValue();
  preload([{ afterMs: 1000, load }]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).not.toHaveBeenCalled();
  online.mockReturnValue(true);
  dispatchEvent(new Event("online"));
  dispatchEvent(new Event("online"));
  expect(load).toHaveBeenCalledTimes(1);
});
