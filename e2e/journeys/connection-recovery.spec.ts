import type { Page } from "@playwright/test";
import { expectText } from "../support/failures.ts";
import { origin } from "../support/sites.ts";
import { expect, test } from "../support/test.ts";

/** Recovery of a broken connection (A-249 to A-258, G-006). */

// The faults themselves are on the console.
test.use({ provoked: [/aborted binding|may be needed|status of 503|net::ERR_/] });

const FIXING = "Fixing connection issues...";
const RELOADING = "Connection issues detected. The page will reload to fix the problem.";
const CLEARED = "The cache was cleared to fix the connection.";

const stored = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(name), key);

/** Errors of the connection that no code handles. */
async function breakConnection(page: Page, times: number): Promise<void> {
  await page.evaluate((count) => {
    for (let at = 0; at < count; at += 1) void Promise.reject(new Error("aborted binding"));
  }, times);
}

test("three faults reset the caches and check the health", async ({ visit }) => {
  const page = await visit("member", "main", "/communities");
  await page.evaluate(async () => {
    await (await caches.open("pages")).put("/kept", new Response("x"));
    localStorage.setItem("gh-draft/someone/thread", '{"text":"kept"}');
  });
  const checks: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/health")) checks.push(request.url());
  });
  await breakConnection(page, 2);
  await expect(page.getByText(FIXING)).toBeHidden();
  // An event of the live stream resets the count of faults, so three more are needed in any case.
  await breakConnection(page, 3);
  await expectText(page, FIXING);
  await expect(page.getByText(FIXING)).toBeHidden();
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  expect(await stored(page, "gh-draft/someone/thread")).toBe('{"text":"kept"}');
  expect(checks).toHaveLength(2);
});

test(
  "Shift+Alt+C resets the site and keeps drafts",
  { tag: "@only-desktop" },
  async ({ visit }) => {
    const page = await visit("member", "main", "/network");
    await page.evaluate(() => localStorage.setItem("gh-draft/someone/thread", '{"text":"kept"}'));
    await page.keyboard.press("Shift+Alt+C");
    await expectText(page, FIXING);
    await expectText(page, RELOADING);
    expect(await stored(page, "firestore-error")).toBe("true");
    expect(await stored(page, "pwa-disable-sw")).toBe("true");
    await page.waitForURL("**/home");
    await expectText(page, CLEARED);
    expect(new URL(page.url()).search).toBe("");
    expect(await stored(page, "firestore-error")).toBeNull();
    expect(await stored(page, "gh-draft/someone/thread")).toBe('{"text":"kept"}');
  },
);

test("a reset that was interrupted is finished at the next start", async ({ visit }) => {
  const page = await visit("member", "main", "/communities", (fresh) =>
    fresh.addInitScript(() => {
      if (location.search !== "" || sessionStorage.getItem("begun") !== null) return;
      sessionStorage.setItem("begun", "true");
      localStorage.setItem("firestore-error", "true");
      localStorage.setItem("sw-disabled-timestamp", String(Date.now() - 4 * 60_000));
    }),
  );
  await expectText(page, FIXING);
  await expectText(page, CLEARED);
  expect(await stored(page, "firestore-error")).toBeNull();
});

test("a reset of more than five minutes ago is over", async ({ visit }) => {
  const page = await visit("member", "main", "/communities", (fresh) =>
    fresh.addInitScript(() => {
      localStorage.setItem("firestore-error", "true");
      localStorage.setItem("sw-disabled-timestamp", String(Date.now() - 5 * 60_000));
    }),
  );
  await expectText(page, "My Communities");
  await expect(page.getByText(FIXING)).toBeHidden();
});

test.describe("with a service worker", () => {
  test.use({ serviceWorkers: "allow", ownBrowser: true });

  for (const flag of ["safe-mode", "disable-sw"]) {
    test(`?${flag}=true removes it`, { tag: "@only-desktop" }, async ({ visit }) => {
      const page = await visit("member", "main", "/communities");
      const workers = () =>
        page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
      await expect.poll(workers).toBe(1);
      await page.goto(`${origin("main")}/communities?${flag}=true`);
      await expect.poll(workers).toBe(0);
      await page.goto(`${origin("main")}/network`);
      await expectText(page, "Network");
      expect(await workers()).toBe(0);
      expect(await stored(page, "pwa-disable-sw")).toBe("true");
    });
  }
});
