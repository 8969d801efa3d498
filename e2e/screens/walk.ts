import { expect, type BrowserContext, type Page } from "@playwright/test";
import { origin } from "../support/sites.ts";
import { followLink } from "../support/links.ts";
import type { Screen } from "./screen.ts";

/**
 * Opens screens sequentially in one browser: by navigation within one page, which is many times
 * faster than loading the app. A screen with mocked responses, or one that needs a fresh page, has
 * a page of its own.
 */
export class Walk {
  readonly #browser: BrowserContext;
  #shared: Page;

  /** Expects a page that is open at `between`. */
  constructor(page: Page) {
    this.#browser = page.context();
    this.#shared = page;
  }

  /** The path opened between two screens, so that elements of one are not taken for the other's. */
  static readonly between = "/about";

  /** The page for a screen. */
  async pageFor({ prepare, alone }: Screen): Promise<Page> {
    if (prepare === undefined && alone !== true) return this.#shared;
    return await this.#browser.newPage();
  }

  /** Opens a screen in its page. */
  async open(page: Page, { site, path, prepare, before }: Screen): Promise<void> {
    const to = typeof path === "string" ? path : await path();
    if (page === this.#shared) {
      const between = page.getByRole("heading", { level: 1, name: /^About / });
      await followLink(page, Walk.between);
      await expect(between).toBeVisible();
      await followLink(page, to);
      // `before` must act on the new screen, not on the one being left.
      if (to !== Walk.between) await expect(between).toHaveCount(0);
      await before?.(page);
      return;
    }
    await prepare?.(page);
    await page.goto(`${origin(site)}${to}`);
    await before?.(page);
  }

  /**
   * Closes the page unless it is the shared one and had no fault. It closes before the browser goes
   * online again; otherwise intercepted requests block `close()` in about 2 % of the runs.
   */
  async leave(page: Page, { site }: Screen, fault: boolean): Promise<void> {
    if (page !== this.#shared || fault) await page.close();
    else await page.unrouteAll();
    await this.#browser.setOffline(false);
    if (page === this.#shared && fault) {
      this.#shared = await this.#browser.newPage();
      await this.#shared.goto(`${origin(site)}${Walk.between}`);
    }
  }
}
