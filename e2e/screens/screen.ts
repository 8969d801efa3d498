import type { Locator, Page } from "@playwright/test";
import type { Account, Door } from "../support/doors.ts";

/** One screen of one door, and how to get to it. */
export interface Screen {
  /** Names the picture, together with the door. */
  name: string;
  door: Door;
  /** Who looks; null is a visitor. */
  who: Account | null;
  path: string | (() => Promise<string>);
  /** What its page is told before it opens it, such as another answer than the server's. */
  prepare?: (page: Page) => Promise<void>;
  /** What is done before it is the screen in question: a menu opened, a step taken. */
  before?: (page: Page) => Promise<void>;
  /** It needs a page that nothing was done in before. One that is told something has such a page anyway. */
  alone?: boolean;
  /** Laid out for another size it is not the same screen any more: it is opened at each. */
  anew?: boolean;
  /** What must be there when it is. */
  shows: (page: Page) => Locator;
  /** The sizes it exists at; both when left out. */
  only?: "desktop" | "phone";
  /** Faults that it shows on purpose, such as the 404 behind a "not found". */
  provokes?: RegExp[];
}

/** The same screen at every door. */
export function everywhere(screen: Omit<Screen, "door">): Screen[] {
  return (["main", "ashcombe", "htwu"] as const).map((door) => ({ ...screen, door }));
}

/** The same screen on main and on one portal: both builds. */
export function onBothBuilds(screen: Omit<Screen, "door">): Screen[] {
  return (["main", "ashcombe"] as const).map((door) => ({ ...screen, door }));
}

/** Has one call of the server answered otherwise than it would be. */
export function answered(path: string, json: unknown, status = 200) {
  return async (page: Page): Promise<void> => {
    await page.route(`**/api/${path}`, (route) => route.fulfill({ status, json }));
  };
}
