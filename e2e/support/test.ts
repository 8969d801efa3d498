import { test as base, expect, type Page } from "@playwright/test";
import { Browsers } from "./browsers.ts";
import { origin, type Account, type Site } from "./sites.ts";
import { isolateDrafts } from "./draft-isolation.ts";
import { anyNetwork } from "./networks.ts";
import { resolveBrowserOptions, type BrowserOptions } from "./page-opening.ts";
import { session } from "./sessions.ts";
import type { VisitedBrowser } from "./visited-browser.ts";

/**
 * Watches every page of a test: a console error, a resource refused by the Content Security Policy
 * or an uncaught exception fails the test.
 */

export interface Fixtures {
  /** Errors that this test provokes on purpose, such as a 404. */
  provoked: RegExp[];
  /** The network of all its browsers; by default each has its own. */
  network: string | null;
  /** True if its browsers must be new rather than cleaned and reused. */
  ownBrowser: boolean;
  /** True if drafts reach the account's other browsers, which other tests may use. */
  syncsDrafts: boolean;
  /** Context options of its browsers. */
  opening: BrowserOptions;
  /**
   * A browser without data of earlier visits, signed in as an account or as a visitor, on a site.
   * Mocks set up first apply from the first request on.
   */
  visit: (
    who: Account | null,
    site: Site,
    path: string,
    prepare?: (page: Page) => Promise<unknown>,
  ) => Promise<Page>;
}

export const test = base.extend<Fixtures, { browsers: Browsers }>({
  provoked: [[], { option: true }],

  network: [null, { option: true }],

  ownBrowser: [false, { option: true }],

  syncsDrafts: [false, { option: true }],

  opening: resolveBrowserOptions,

  browsers: [
    async ({ browser }, give) => {
      const browsers = new Browsers(browser);
      await give(browsers);
      await browsers.close();
    },
    { scope: "worker" },
  ],

  visit: async ({ browsers, opening, ownBrowser, provoked, network, syncsDrafts }, give, info) => {
    const faults: string[] = [];
    const taken: VisitedBrowser[] = [];
    await give(async (who, site, path, prepare) => {
      const one = await (ownBrowser
        ? browsers.open(origin(site), opening)
        : browsers.take(origin(site), opening));
      taken.push(one);
      one.watch((fault) => faults.push(fault));
      const { context } = one;
      await context.setExtraHTTPHeaders({ "X-Forwarded-For": network ?? anyNetwork() });
      if (who !== null) await context.addCookies(cookies(who, site));
      const page = await context.newPage();
      if (!syncsDrafts) await isolateDrafts(page);
      await prepare?.(page);
      await page.goto(`${origin(site)}${path}`);
      return page;
    });
    for (const one of taken) {
      if (ownBrowser || info.errors.length > 0) await one.close();
      else await browsers.giveBack(one);
    }
    const unforeseen = faults.filter((fault) => !provoked.some((known) => known.test(fault)));
    expect(unforeseen, "errors on the console").toEqual([]);
  },
});

export { expect };

function cookies(who: Account, site: Site) {
  return Object.entries(session(who, site)).map(([name, value]) => ({
    name,
    value,
    url: origin(site),
    // Scripts can read only the companion cookie, which tells that there is a session.
    httpOnly: !name.endsWith("present"),
    sameSite: "Lax" as const,
  }));
}
