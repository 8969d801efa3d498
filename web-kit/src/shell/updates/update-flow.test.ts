import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { updateKeys } from "./environment.ts";
import { UpdateChecks } from "./update-checks.ts";
import { UpdateFlow, type UpdateStep } from "./update-flow.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const keys = updateKeys("main-dev");

let install: (onStep: (step: UpdateStep) => void) => Promise<void>;
let reload: ReturnType<typeof vi.fn<() => Promise<void>>>;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  stop = () => undefined;
  reload = vi.fn<() => Promise<void>>().mockResolvedValue();
  install = (onStep) => {
    for (const step of ["downloading", "installing", "caching", "finalizing"] as const)
      onStep(step);
    return Promise.resolve();
  };
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
});

/** Opens a page of build `loaded` on a site that serves build two. */
function open({ isIos = false, loaded = "one" } = {}) {
  stop();
  const checks = new UpdateChecks({ loaded, isIos, fetchMarker: () => Promise.resolve("two") });
  const flow = new UpdateFlow({
    checks,
    loaded,
    keys,
    isIos,
    install: (onStep) => install(onStep),
    reload: () => reload(),
  });
  stop = flow.start();
  return { checks, flow, phase: () => flow.snapshot().phase };
}

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("an available update", () => {
  test("opens the prompt", async () => {
    const { checks, phase } = open();
    expect(phase()).toBe("none");
    await checks.check();
    expect(phase()).toBe("available");
  });

  test("shows each step of the installation, and reloads", async () => {
    const { checks, flow } = open();
    await checks.check();
    const shown: [number, string | null][] = [];
    flow.subscribe(() => shown.push([flow.snapshot().percent, flow.snapshot().step]));
    const installed = flow.install();
    expect(checks.snapshot().isInstalling).toBe(true);
    await wait(5000);
    await installed;
    expect(shown).toEqual([
      [20, "Downloading update"],
      [45, "Installing new version"],
      [70, "Updating cache"],
      [90, "Finalizing"],
      [100, "Complete! Reloading"],
    ]);
    expect(reload).toHaveBeenCalledOnce();
    expect(checks.snapshot()).toMatchObject({ isInstalling: false, isUpdateReady: true });
  });

  test("is complete after the reload for three seconds, and forgets dismissals", async () => {
    const old = open();
    await old.checks.check();
    const installed = old.flow.install();
    await wait(5000);
    await installed;
    localStorage.setItem(keys.dismissed, "1");
    localStorage.setItem(keys.refreshed, "1");
    const { checks, phase } = open({ loaded: "two" });
    expect(phase()).toBe("ready");
    expect(checks.snapshot().isUpdateReady).toBe(true);
    await wait(2999);
    expect(phase()).toBe("ready");
    await wait(1);
    expect(phase()).toBe("none");
    expect(localStorage).toHaveLength(0);
  });

  test("has failed if the reloaded page is still the old one", async () => {
    const old = open();
    await old.checks.check();
    const installed = old.flow.install();
    await wait(5000);
    await installed;
    const { flow } = open();
    expect(flow.snapshot()).toMatchObject({ phase: "available", hasFailed: true });
  });

  test("stays open with an error if the installation fails", async () => {
    install = () => Promise.reject(new Error("no"));
    const { checks, flow } = open();
    await checks.check();
    await flow.install();
    expect(flow.snapshot()).toMatchObject({ phase: "available", hasFailed: true });
    expect(reload).not.toHaveBeenCalled();
    expect(checks.snapshot().isInstalling).toBe(false);
  });

  test("reappears three hours after Later", async () => {
    const { checks, flow, phase } = open();
    await checks.check();
    flow.later();
    expect(phase()).toBe("none");
    expect(localStorage).toHaveLength(0);
    await wait(3 * HOUR - 1);
    await checks.check();
    expect(phase()).toBe("none");
    await wait(1);
    expect(phase()).toBe("available");
  });
});

describe("on iOS", () => {
  test("Later is recorded and suppresses the prompt of the next page for an hour", async () => {
    const first = open({ isIos: true });
    await first.checks.check();
    first.flow.later();
    expect(localStorage.getItem("main-dev-update-dismissed")).toBe(String(Date.now()));
    const { checks, phase } = open({ isIos: true });
    await wait(HOUR - 1);
    await checks.check();
    expect(phase()).toBe("none");
    await wait(1);
    await checks.check();
    expect(phase()).toBe("available");
  });

  test("the prompt is forced open after ten seconds, once in two hours", async () => {
    const first = open({ isIos: true, loaded: "two" });
    await wait(9999);
    expect(first.phase()).toBe("none");
    await wait(1);
    expect(first.phase()).toBe("available");
    expect(localStorage.getItem("main-dev-last-ios-force-check")).toBe(String(Date.now()));
    await wait(2 * HOUR - 10_001);
    const second = open({ isIos: true, loaded: "two" });
    await wait(10_000);
    expect(second.phase()).toBe("none");
    const third = open({ isIos: true, loaded: "two" });
    await wait(10_000);
    expect(third.phase()).toBe("available");
  });

  test("the reminder appears after thirty seconds, and again six hours later", async () => {
    localStorage.setItem(keys.forcedCheck, String(Date.now() + 24 * HOUR));
    const { flow } = open({ isIos: true, loaded: "two" });
    await wait(29_999);
    expect(flow.snapshot().reminds).toBe(false);
    await wait(1);
    expect(flow.snapshot().reminds).toBe(true);
    expect(localStorage.getItem("main-dev-update-reminder")).toBe(String(Date.now()));
    flow.later();
    const later = open({ isIos: true, loaded: "two" });
    await wait(30_000);
    expect(later.flow.snapshot().reminds).toBe(false);
    // Checked every hour.
    await wait(5 * HOUR);
    expect(later.flow.snapshot().reminds).toBe(false);
    await wait(HOUR);
    expect(later.flow.snapshot().reminds).toBe(true);
  });

  test("Refresh records the refresh and the dismissal, and reloads", async () => {
    const { flow } = open({ isIos: true });
    await flow.refresh();
    const now = String(Date.now());
    expect(localStorage.getItem("main-dev-update-refresh-initiated")).toBe(now);
    expect(localStorage.getItem("main-dev-update-dismissed")).toBe(now);
    expect(reload).toHaveBeenCalledOnce();
  });
});
