import type { Browser } from "@playwright/test";
import type { Opening } from "./opening.ts";
import { VisitedBrowser } from "./visited-browser.ts";

/** How many browsers rest at a time: of one kind, and of all. */
const mostAlike = 2;
const most = 4;

/**
 * The browsers of a worker. Most of what opening one takes is its process, and the application's scripts in it: one
 * that nothing was done to but visit pages is cleaned, and is a later visit's. For whoever visits it is a new one.
 */
export class Browsers {
  readonly #browser: Browser;
  /** Those that rest, the longest first. */
  #resting: VisitedBrowser[] = [];

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** One to visit an origin with, without anything of earlier visits. */
  async take(origin: string, opening: Opening): Promise<VisitedBrowser> {
    const kind = kindOf(origin, opening);
    const rested = this.#resting.find((one) => one.kind === kind);
    if (rested === undefined) return await this.open(origin, opening);
    this.#resting = this.#resting.filter((one) => one !== rested);
    await rested.clean();
    return rested;
  }

  /** One that nobody has visited anything with. */
  async open(origin: string, opening: Opening): Promise<VisitedBrowser> {
    const context = await this.#browser.newContext(opening.options);
    return new VisitedBrowser(context, origin, kindOf(origin, opening));
  }

  /** Closes the pages of one that was taken, and lets it rest if it may be used again. */
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

  /** The one that has rested longest, once there are more of its kind, or of all, than are wanted. */
  #tooMany(kind: string): VisitedBrowser | undefined {
    const alike = this.#resting.filter((one) => one.kind === kind);
    if (alike.length > mostAlike) return alike[0];
    return this.#resting.length > most ? this.#resting[0] : undefined;
  }
}

/** Browsers of one kind are alike for whoever visits them, and have the same process. */
function kindOf(origin: string, { options, others }: Opening): string {
  return JSON.stringify([origin, options, others]);
}
