import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { recoveryState } from "../../recovery/recovery-state.ts";
import {
  isConnectionError,
  recordStreamFailure,
  recordStreamSuccess,
} from "../../recovery/stream-health.ts";

/** The steps of the recovery, in order. */
let steps: string[];
let health: () => Promise<Response>;

beforeEach(() => {
  vi.useFakeTimers();
  steps = [];
  health = () => Promise.resolve(new Response("{}"));
  vi.stubGlobal("fetch", (path: string) => {
    steps.push(`GET ${path}`);
    return health();
  });
  vi.stubGlobal("caches", {
    keys: () => Promise.resolve(["pages"]),
    delete: (name: string) => Promise.resolve(steps.push(`delete ${name}`) > 0),
  });
  const unregister = () => Promise.resolve(steps.push("unregister") > 0);
  Object.defineProperty(navigator, "serviceWorker", {
    value: { controller: null, getRegistrations: () => Promise.resolve([{ unregister }]) },
    configurable: true,
  });
});
afterEach(() => {
  recordStreamSuccess();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "serviceWorker");
  localStorage.clear();
});

function fail(times: number): void {
  for (let at = 0; at < times; at += 1) recordStreamFailure();
}

describe("three stream failures in a row", () => {
  test("reset workers and caches, wait a second and check the health", async () => {
    localStorage.setItem("firestore-error", "true");
    localStorage.setItem("gh-draft/ada/thread", "{}");
    fail(3);
    await vi.advanceTimersByTimeAsync(999);
    expect(steps).toEqual(["GET /api/health", "unregister", "delete pages"]);
    expect(recoveryState.snapshot()).toBe("fixing");
    expect(localStorage.getItem("firestore-error")).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(steps.at(-1)).toBe("GET /api/health");
    expect(steps).toHaveLength(4);
    expect(recoveryState.snapshot()).toBe("idle");
    expect(localStorage.getItem("gh-draft/ada/thread")).toBe("{}");
  });

  test("log that a reload may be needed if the health check fails", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    health = () => Promise.resolve(new Response(null, { status: 503 }));
    fail(3);
    await vi.advanceTimersByTimeAsync(1000);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      "The connection was not restored; a reload may be needed.",
    );
  });

  test("keep the offline data if the network is gone", async () => {
    health = () => Promise.reject(new TypeError("Failed to fetch"));
    fail(3);
    await vi.advanceTimersByTimeAsync(5000);
    expect(steps).toEqual(["GET /api/health"]);
    expect(recoveryState.snapshot()).toBe("idle");
  });

  test("are not repaired twice within five minutes", async () => {
    health = () => Promise.resolve(new Response(null, { status: 503 }));
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    fail(3);
    await vi.advanceTimersByTimeAsync(1000);
    fail(3);
    await vi.advanceTimersByTimeAsync(1000);
    expect(steps.filter((step) => step === "unregister")).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    fail(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(steps.filter((step) => step === "unregister")).toHaveLength(2);
  });
});

test("a success between failures restarts the count", async () => {
  fail(2);
  recordStreamSuccess();
  fail(2);
  await vi.advanceTimersByTimeAsync(5000);
  expect(steps).toEqual([]);
});

test("failures of an offline device are not counted", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  fail(5);
  await vi.advanceTimersByTimeAsync(5000);
  expect(steps).toEqual([]);
});

test("failures of a page that the worker shows offline are not counted", async () => {
  document.documentElement.setAttribute("data-offline", "");
  fail(5);
  await vi.advanceTimersByTimeAsync(5000);
  document.documentElement.removeAttribute("data-offline");
  expect(steps).toEqual([]);
});

test.each([
  ["AbortError: aborted binding", true],
  ["The write channel was closed", true],
  ["Connection to Indexed Database server was terminated", true],
  ["The database request was aborted", true],
  ["the database channel closed", true],
  ["x is not a function", false],
  ["The user aborted a request.", false],
])("recognises %j as a connection error: %s", (message, expected) => {
  expect(isConnectionError(new Error(message))).toBe(expected);
});
