import type { Locator, Page } from "@playwright/test";
import type { Account, Site } from "../support/sites.ts";

/** A screen on one site, and how to reach it. */
export interface Screen {
  /** Names the picture, together with the site. */
  name: string;
  site: Site;
  /** The signed-in account; null for a visitor. */
  who: Account | null;
  path: string | (() => Promise<string>);
  /** Set up before the page opens, such as mocked responses. */
  prepare?: (page: Page) => Promise<void>;
  /** Actions that lead to the screen, such as opening a menu. */
  before?: (page: Page) => Promise<void>;
  /** Needs a page without earlier actions. A page with `prepare` is always separate. */
  alone?: boolean;
  /** Reopened at each size, because resizing would change the screen. */
  anew?: boolean;
  /** The element that identifies the screen. */
  shows: (page: Page) => Locator;
  /** The sizes at which it exists; both by default. */
  only?: "desktop" | "phone";
  /** Expected errors, such as the 404 behind a "not found". */
  provokes?: RegExp[];
}

/** The same screen on every site. */
export function everywhere(screen: Omit<Screen, "site">): Screen[] {
  return (["main", "ashcombe", "htwu"] as const).map((site) => ({ ...screen, site }));
}

/** The same screen on the main site and on one portal, that is in both builds. */
export function onBothBuilds(screen: Omit<Screen, "site">): Screen[] {
  return (["main", "ashcombe"] as const).map((site) => ({ ...screen, site }));
}

/** Mocks the response to one request. */
export function respondWith(path: string, json: unknown, status = 200) {
  return async (page: Page): Promise<void> => {
    await page.route(`**/api/${path}`, (route) => route.fulfill({ status, json }));
  };
}
