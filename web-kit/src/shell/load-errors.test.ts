import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadWithRetry, mayReload } from "./lazy.ts";
import { isLoadError } from "./load-errors.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

const broken = () => new TypeError("Failed to fetch dynamically imported module: /assets/x.js");

test("knows a part that could not be fetched from a failure inside it", () => {
  expect(isLoadError(broken())).toBe(true);
  expect(isLoadError(Object.assign(new Error("gone"), { name: "ChunkLoadError" }))).toBe(true);
  expect(isLoadError(new Error("Loading chunk 7 failed"))).toBe(true);
  expect(isLoadError(new Error("x is not a function"))).toBe(false);
  expect(isLoadError("failed to fetch")).toBe(false);
});

test("tries again after one second and after two more", async () => {
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

test("gives up after the third try", async () => {
  const load = vi.fn<() => Promise<string>>().mockImplementation(() => Promise.reject(broken()));
  const failed = loadWithRetry(load).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(3000);
  expect(await failed).toBeInstanceOf(TypeError);
  expect(load).toHaveBeenCalledTimes(3);
});

test("allows one fresh start a minute", () => {
  expect(mayReload()).toBe(true);
  expect(mayReload()).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(mayReload()).toBe(true);
});

test("does not repeat a failure that will not mend", async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new Error("x is not a function"));
  await expect(loadWithRetry(load)).rejects.toThrow("x is not a function");
  expect(load).toHaveBeenCalledOnce();
});
