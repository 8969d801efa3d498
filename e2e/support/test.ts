import { test as base, expect, type BrowserContext, type Page } from "@playwright/test";
import { origin, type Account, type Door } from "./doors.ts";
import { anyNetwork } from "./networks.ts";
import { session } from "./sessions.ts";

/**
 * Every page that a journey opens is watched: an error on the console, a refused resource of the
 * content security policy or an uncaught exception fails it, whatever the journey itself says.
 */

export interface Fixtures {
  /** Faults that this journey provokes on purpose, such as a 404 it asks for. */
  provoked: RegExp[];
  /** Where all of them come from; each from elsewhere when left out, as people do. */
  network: string | null;
  /** A new browser, signed in as an account or as nobody, at a door. */
  visit: (who: Account | null, door: Door, path: string) => Promise<Page>;
}

export const test = base.extend<Fixtures>({
  provoked: [[], { option: true }],

  network: [null, { option: true }],

  visit: async (
    { browser, contextOptions, viewport, hasTouch, isMobile, userAgent, provoked, network },
    give,
  ) => {
    const faults: string[] = [];
    const opened: BrowserContext[] = [];
    await give(async (who, door, path) => {
      const context = await browser.newContext({
        ...contextOptions,
        viewport,
        hasTouch,
        isMobile,
        ...(userAgent !== undefined && { userAgent }),
        colorScheme: "light",
        reducedMotion: "reduce",
        permissions: ["clipboard-write"],
        extraHTTPHeaders: { "X-Forwarded-For": network ?? anyNetwork() },
      });
      opened.push(context);
      watch(context, faults);
      if (who !== null) await context.addCookies(cookies(who, door));
      const page = await context.newPage();
      await page.goto(`${origin(door)}${path}`);
      return page;
    });
    for (const context of opened) await context.close();
    const unforeseen = faults.filter((fault) => !provoked.some((known) => known.test(fault)));
    expect(unforeseen, "errors on the console").toEqual([]);
  },
});

export { expect };

function watch(context: BrowserContext, faults: string[]): void {
  context.on("console", (message) => {
    if (message.type() === "error") faults.push(`${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => {
    faults.push(String(error.error()));
  });
}

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
