import { test as base, expect, type Page } from "@playwright/test";
import { Browsers } from "./browsers.ts";
import { origin, type Account, type Door } from "./doors.ts";
import { anyNetwork } from "./networks.ts";
import { asAsked, type Opening } from "./opening.ts";
import { session } from "./sessions.ts";
import type { VisitedBrowser } from "./visited-browser.ts";

/**
 * Every page that a journey opens is watched: an error on the console, a refused resource of the
 * content security policy or an uncaught exception fails it, whatever the journey itself says.
 */

export interface Fixtures {
  /** Faults that this journey provokes on purpose, such as a 404 it asks for. */
  provoked: RegExp[];
  /** Where all of them come from; each from elsewhere when left out, as people do. */
  network: string | null;
  /** Whether nobody may have visited anything with its browsers before, however well they are cleaned. */
  ownBrowser: boolean;
  /** How its browsers are opened. */
  opening: Opening;
  /**
   * A new browser, signed in as an account or as nobody, at a door. What its page is told first, such as another
   * answer than the server's, holds from the first look on.
   */
  visit: (
    who: Account | null,
    door: Door,
    path: string,
    prepare?: (page: Page) => Promise<unknown>,
  ) => Promise<Page>;
}

export const test = base.extend<Fixtures, { browsers: Browsers }>({
  provoked: [[], { option: true }],

  network: [null, { option: true }],

  ownBrowser: [false, { option: true }],

  opening: asAsked,

  browsers: [
    async ({ browser }, give) => {
      const browsers = new Browsers(browser);
      await give(browsers);
      await browsers.close();
    },
    { scope: "worker" },
  ],

  visit: async ({ browsers, opening, ownBrowser, provoked, network }, give, info) => {
    const faults: string[] = [];
    const taken: VisitedBrowser[] = [];
    await give(async (who, door, path, prepare) => {
      const one = await (ownBrowser
        ? browsers.open(origin(door), opening)
        : browsers.take(origin(door), opening));
      taken.push(one);
      one.watch((fault) => faults.push(fault));
      const { context } = one;
      await context.setExtraHTTPHeaders({ "X-Forwarded-For": network ?? anyNetwork() });
      if (who !== null) await context.addCookies(cookies(who, door));
      const page = await context.newPage();
      await prepare?.(page);
      await page.goto(`${origin(door)}${path}`);
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

function cookies(who: Account, door: Door) {
  return Object.entries(session(who, door)).map(([name, value]) => ({
    name,
    value,
    url: origin(door),
    // The one that scripts may read tells them only that there is a session.
    httpOnly: !name.endsWith("present"),
    sameSite: "Lax" as const,
  }));
}
