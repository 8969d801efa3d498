import type { Browser } from "@playwright/test";
import type { BrowserOptions } from "./page-opening.ts";
import { VisitedBrowser } from "./visited-browser.ts";

/** Maximum idle browsers: of one kind, and in total. */
const mostAlike = 2;
const most = 4;

/**
 * The browsers of a worker. Opening one is slow because of its process and the app's scripts, so a
 * browser that was only used to visit pages is cleaned and reused. A test sees it as a new one.
 */
export class Browsers {
  readonly #browser: Browser;
  /** Idle browsers, the longest idle first. */
  #resting: VisitedBrowser[] = [];

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** A browser for an origin, without data of earlier visits. */
  async take(origin: string, opening: BrowserOptions): Promise<VisitedBrowser> {
    const kind = kindOf(origin, opening);
    const rested = this.#resting.find((one) => one.kind === kind);
    if (rested === undefined) return await this.open(origin, opening);
    this.#resting = this.#resting.filter((one) => one !== rested);
    await rested.clean();
    return rested;
  }

  /** A new browser. */
  async open(origin: string, opening: BrowserOptions): Promise<VisitedBrowser> {
    const context = await this.#browser.newContext(opening.options);
    return new VisitedBrowser(context, origin, kindOf(origin, opening));
  }

  /** Closes a browser's pages, and keeps it idle if it may be reused. */
  async giveBack(one: VisitedBrowser): Promise<void> {
    if (!(await one.rest())) {
      await one.close();
      return;
    }
    this.#resting.push(one);
    const tooMany = this.#tooMany(one.kind);
    if (tooMany === undefined) return;
    this.#resting = this.#resting.filter((other) => other !== tooMany);
    await tooMany.close();
  }

  async close(): Promise<void> {
    await Promise.all(this.#resting.map((one) => one.close()));
  }

  /** The longest idle browser, if there are more of its kind, or in total, than permitted. */
  #tooMany(kind: string): VisitedBrowser | undefined {
    const alike = this.#resting.filter((one) => one.kind === kind);
    if (alike.length > mostAlike) return alike[0];
    return this.#resting.length > most ? this.#resting[0] : undefined;
  }
}

/** Browsers of one kind are interchangeable and have the same process options. */
function kindOf(origin: string, { options, others }: BrowserOptions): string {
  return JSON.stringify([origin, options, others]);
}
