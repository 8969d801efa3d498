import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { boot } from "../../testing/open-page.tsx";
import { fetchPublishedMarker, loadedMarker } from "./build-info.ts";
import { updateEnvironment, updateKeys } from "./environment.ts";
import { mayPromptForUpdate, type PromptContext } from "./prompt-context.ts";
import { UpdateChecks } from "./update-checks.ts";

let published: string | null;
let asked: number;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  published = "one";
  asked = 0;
  stop = () => undefined;
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function start(isIos: boolean, loaded: string | null = "one"): UpdateChecks {
  const fetchMarker = () => {
    asked += 1;
    return Promise.resolve(published);
  };
  const checks = new UpdateChecks({ loaded, isIos, fetchMarker });
  stop = checks.start();
  return checks;
}

describe("the build of the site", () => {
  test.each([
    [false, 60_000],
    [true, 30_000],
  ])("is checked at intervals (iOS: %s, every %s ms)", async (isIos, ms) => {
    const checks = start(isIos);
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(asked).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toBe(1);
    expect(checks.snapshot()).toMatchObject({
      isUpdateAvailable: false,
      lastChecked: Date.now(),
    });
  });

  test.each([
    [false, 5 * 60_000],
    [true, 2 * 60_000],
  ])("is checked on an interaction (iOS: %s, once in %s ms)", async (isIos, ms) => {
    start(isIos);
    // A frozen page: its timers do not run.
    vi.setSystemTime(Date.now() + ms - 1);
    dispatchEvent(new Event("click"));
    expect(asked).toBe(0);
    vi.setSystemTime(Date.now() + 1);
    dispatchEvent(new Event("popstate"));
    dispatchEvent(new Event("click"));
    await Promise.resolve();
    expect(asked).toBe(1);
  });

  test("is announced to listeners when it differs", async () => {
    const checks = start(false);
    const listener = vi.fn<() => void>();
    checks.subscribe(listener);
    published = "two";
    await vi.advanceTimersByTimeAsync(60_000);
    expect(checks.snapshot().isUpdateAvailable).toBe(true);
    expect(listener).toHaveBeenCalled();
  });

  test("is not checked by a hidden page, an offline page or a page without a marker", async () => {
    start(false, null);
    await vi.advanceTimersByTimeAsync(60_000);
    stop();
    start(false);
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    await vi.advanceTimersByTimeAsync(60_000);
    hidden.mockReturnValue(false);
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toBe(0);
  });

  test("stays as it is known if the site cannot be read", async () => {
    const checks = start(false);
    published = "two";
    await vi.advanceTimersByTimeAsync(60_000);
    published = null;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(checks.snapshot().isUpdateAvailable).toBe(true);
  });
});

describe("the published marker", () => {
  let requests: { url: string; cache: string | undefined; header: string | null }[];
  const serve = (answers: Record<string, string | number>) => {
    requests = [];
    vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
      const header = new Headers(init.headers).get("Cache-Control");
      requests.push({ url, cache: init.cache, header });
      const answer = answers[url.split("?")[0] ?? ""] ?? 404;
      return Promise.resolve(
        typeof answer === "number" ? new Response("", { status: answer }) : new Response(answer),
      );
    });
  };

  test("comes from version.json, past every cache", async () => {
    serve({ "/version.json": '{"version":"0.1.0","marker":"abc","builtAt":"x"}' });
    expect(await fetchPublishedMarker(false)).toBe("abc");
    expect(requests).toEqual([{ url: "/version.json", cache: "no-store", header: "no-cache" }]);
  });

  test("comes from the page if an edge knows no version.json", async () => {
    const page = '<!doctype html><head><meta name="build" content="def"></head>';
    serve({ "/version.json": page, "/": page });
    expect(await fetchPublishedMarker(false)).toBe("def");
    expect(requests.map(({ url }) => url)).toEqual(["/version.json", "/"]);
  });

  test("is requested at another address each time on iOS", async () => {
    serve({ "/version.json": '{"marker":"abc"}' });
    await fetchPublishedMarker(true);
    expect(requests[0]?.url).toBe(`/version.json?t=${String(Date.now())}`);
  });

  test("is unknown while the site is unavailable", async () => {
    serve({ "/version.json": 503 });
    expect(await fetchPublishedMarker(false)).toBeNull();
  });

  test("of the loaded page is in its head", () => {
    expect(loadedMarker()).toBeNull();
    document.head.innerHTML = '<meta name="build" content="abc">';
    expect(loadedMarker()).toBe("abc");
    document.head.innerHTML = "";
  });
});

test("the environment names the site and whether it is in development", () => {
  const portal = {
    tenantId: "t1",
    subdomain: "oak",
    affiliationId: "a1",
    brandName: "Oak",
    affiliationName: "Oak",
  };
  expect(updateEnvironment(boot, "localhost")).toBe("main-dev");
  expect(updateEnvironment(boot, "guildhall.example")).toBe("main-prod");
  expect(updateEnvironment({ ...boot, portal }, "oak.guildhall.example")).toBe("portal-oak-prod");
  expect(Object.values(updateKeys("main-prod"))).toEqual([
    "main-prod-update-dismissed",
    "main-prod-update-refresh-initiated",
    "main-prod-last-ios-force-check",
    "main-prod-update-reminder",
    "main-prod-last-ios-update-check",
  ]);
});

describe("an update is offered", () => {
  const context: PromptContext = {
    isMobile: false,
    isNative: false,
    isInstalled: false,
    host: "oak.guildhall.example",
    mainHost: "guildhall.example",
    installed: null,
  };
  const installed = (domain: string, isMainApp: boolean) => ({
    domain,
    isMainApp,
    timestamp: 0,
    affiliationId: null,
    affiliationName: null,
  });

  test.each([
    ["not in a desktop browser", {}, false],
    ["on mobile", { isMobile: true }, true],
    ["in the native wrapper", { isNative: true }, true],
    ["in an installed app", { isInstalled: true }, true],
    [
      "in an app that was installed here",
      { isMobile: true, installed: installed("oak.guildhall.example", false) },
      true,
    ],
    [
      "not in an app that was installed elsewhere",
      { isMobile: true, installed: installed("elm.guildhall.example", false) },
      false,
    ],
    [
      "in the main app on the main domain",
      { isMobile: true, host: "guildhall.example", installed: installed("www.old", true) },
      true,
    ],
    [
      "not in the main app on a portal",
      { isMobile: true, installed: installed("guildhall.example", true) },
      false,
    ],
  ])("%s", (_, changes: Partial<PromptContext>, expected) => {
    expect(mayPromptForUpdate({ ...context, ...changes })).toBe(expected);
  });
});
