import type { Page } from "@playwright/test";
import { origin, type Site } from "./sites.ts";

/** The marker that the site's newer build has in `serveNewerBuild`. */
export const NEWER_MARKER = "newer-build-marker";

/** The site publishes a newer build: to its checks, and to pages that are loaded from now on. */
export async function serveNewerBuild(page: Page, site: Site): Promise<void> {
  await page.route(`${origin(site)}/version.json*`, (route) =>
    route.fulfill({
      json: { version: "0.2.0", marker: NEWER_MARKER, builtAt: "2026-11-30T00:00:00.000Z" },
    }),
  );
  await page.route(`${origin(site)}/**`, async (route) => {
    if (route.request().resourceType() !== "document") {
      await route.fallback();
      return;
    }
    const response = await route.fetch();
    const html = await response.text();
    const marker = /<meta name="build" content="[^"]*"/;
    const body = html.replace(marker, `<meta name="build" content="${NEWER_MARKER}"`);
    await route.fulfill({ response, body });
  });
}

/**
 * Stops the page's clock; `runFor` then moves it. The clock goes on between the two calls and cannot
 * be stopped in its past, so it is stopped well ahead.
 */
export async function freezeClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
}

/** The page's clock runs ahead of the server's, which limits the checks of a session. */
export const AHEAD_OF_SERVER = /status of 429 .*usersCheckAuthStatus/;
