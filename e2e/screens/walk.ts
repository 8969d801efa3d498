import { expect, type BrowserContext, type Page } from "@playwright/test";
import { origin } from "../support/doors.ts";
import { follow } from "../support/following.ts";
import type { Screen } from "./screen.ts";

/**
 * Opens screens one after the other in one browser: in one page, as a link leads from each to the next,
 * which is many times quicker than starting the whole application. A page that is told something first,
 * or must be a fresh one, is one of its own.
 */
export class Walk {
  readonly #browser: BrowserContext;
  #shared: Page;

  /** From a page that stands at `between`. */
  constructor(page: Page) {
    this.#browser = page.context();
    this.#shared = page;
  }

  /** What stands between two screens, so that what shows of the one is not taken for the other. */
  static readonly between = "/about";

  /** The page that a screen is looked at in. */
  async pageFor({ prepare, alone }: Screen): Promise<Page> {
    if (prepare === undefined && alone !== true) return this.#shared;
    return await this.#browser.newPage();
  }

  /** Opens a screen in its page. */
  async open(page: Page, { door, path, prepare, before }: Screen): Promise<void> {
    const to = typeof path === "string" ? path : await path();
    if (page === this.#shared) {
      const between = page.getByRole("heading", { level: 1, name: /^About / });
      await follow(page, Walk.between);
      await expect(between).toBeVisible();
      await follow(page, to);
      // What is pressed before is pressed on the screen itself, not on the one that is being left.
      if (to !== Walk.between) await expect(between).toHaveCount(0);
      await before?.(page);
      return;
    }
    await prepare?.(page);
    await page.goto(`${origin(door)}${to}`);
    await before?.(page);
  }

  /**
   * Leaves a screen; after a fault nothing of its page is kept. A page of its own is closed before the network
   * is back: what it asks for then, while it is intercepted, kept two of a hundred and twenty from closing.
   */
  async leave(page: Page, { door }: Screen, fault: boolean): Promise<void> {
    if (page !== this.#shared || fault) await page.close();
    else await page.unrouteAll();
    await this.#browser.setOffline(false);
    if (page === this.#shared && fault) {
      this.#shared = await this.#browser.newPage();
      await this.#shared.goto(`${origin(door)}${Walk.between}`);
    }
  }
}
