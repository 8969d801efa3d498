import type { BrowserContext } from "@playwright/test";
import { origin } from "../support/sites.ts";
import { expect, test } from "../support/test.ts";

/** A reused browser is as good as new for each test (`support/browsers.ts`). */

test(
  "a reused browser has no data of the previous visit",
  { tag: "@only-desktop" },
  async ({ browsers, opening }) => {
    const own = { ...opening, others: { only: "here" } };
    const first = await browsers.take(origin("main"), own);
    await first.context.addCookies([{ name: "left", value: "1", url: origin("ashcombe") }]);
    const page = await first.context.newPage();
    for (const site of ["main", "ashcombe"] as const) {
      await page.goto(`${origin(site)}/about`);
      await page.evaluate(leave);
    }
    await page.emulateMedia({ colorScheme: "dark" });
    await page.route("**/*", (route) => route.abort());
    await browsers.giveBack(first);

    const next = await browsers.take(origin("main"), own);
    expect(next, "it is the same one").toBe(first);
    expect(next.context.pages()).toEqual([]);
    expect(await next.context.cookies()).toEqual([]);
    const fresh = await next.context.newPage();
    for (const site of ["main", "ashcombe"] as const) {
      await fresh.goto(`${origin(site)}/about`);
      expect(await fresh.evaluate(readLeftovers), site).toEqual([]);
    }
    expect(await fresh.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches)).toBe(
      false,
    );
    expect(next.context.pages()).toEqual([fresh]);
    await next.close();
  },
);

test(
  "a browser with lasting changes is not reused",
  { tag: "@only-desktop" },
  async ({ browsers, opening }) => {
    const lasting: Record<string, (context: BrowserContext) => unknown> = {
      script: (context) => context.addInitScript(() => undefined),
      function: (context) => context.exposeFunction("theirs", () => undefined),
      clock: async (context) => (await context.newPage()).clock.install(),
      route: (context) => context.route("**/nowhere", (route) => route.abort()),
      network: (context) => context.setOffline(false),
      place: (context) => context.setGeolocation(null),
      permissions: (context) => context.clearPermissions(),
      devtools: async (context) => context.newCDPSession(await context.newPage()),
      listener: (context) => context.on("request", () => undefined),
      window: async (context) => {
        const page = await context.newPage();
        const opened = page.waitForEvent("popup");
        await page.evaluate(() => void window.open("about:blank"));
        await opened;
      },
      frame: async (context) => {
        const page = await context.newPage();
        await page.setContent(`<iframe srcdoc="<p>Inside"></iframe>`);
      },
      end: (context) => context.close(),
    };
    for (const [what, action] of Object.entries(lasting)) {
      const one = await browsers.open(origin("main"), opening);
      await action(one.context);
      await browsers.giveBack(one);
      expect(one.context.isClosed(), what).toBe(true);
    }
  },
);

/** Stores a value in every kind of storage; runs in the page. */
async function leave(): Promise<void> {
  document.cookie = "left=1; max-age=1000";
  localStorage.setItem("left", "1");
  sessionStorage.setItem("left", "1");
  history.replaceState("left", "");
  await caches.open("left");
  await new Promise<void>((done, failed) => {
    const requested = indexedDB.open("left");
    requested.addEventListener("success", () => {
      requested.result.close();
      done();
    });
    requested.addEventListener("error", () => {
      failed(new Error("the database did not open"));
    });
  });
}

/** The stored values that still exist; runs in the page. */
async function readLeftovers(): Promise<string[]> {
  const databases = await indexedDB.databases();
  const places = {
    cookie: document.cookie.includes("left"),
    localStorage: "left" in localStorage,
    sessionStorage: "left" in sessionStorage,
    history: history.state === "left",
    caches: await caches.has("left"),
    indexedDB: databases.some(({ name }) => name === "left"),
  };
  return Object.entries(places).flatMap(([place, there]) => (there ? [place] : []));
}
