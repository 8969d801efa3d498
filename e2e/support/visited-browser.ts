import type { BrowserContext, CDPSession, Frame, Page } from "@playwright/test";
import { watchLasting } from "./lasting.ts";

/** The scripts that every page of an origin begins with, once they are known. */
const scripts = new Map<string, string[]>();

/**
 * A browser for visits to an origin, which knows whether it is fit for another one. While it rests, an empty page of
 * the origin is open in it: the process lives on with the application's scripts, and speaks to nobody.
 */
export class VisitedBrowser {
  readonly context: BrowserContext;
  /** What it was opened for and how: another of the same kind is as good. */
  readonly kind: string;
  readonly #origin: string;
  /** Playwright's own, which are not watched. */
  readonly #allPages: () => Page[];
  readonly #devtoolsOf: (page: Page) => Promise<CDPSession>;
  /** Whose storage is to be cleared. */
  readonly #visited = new Set<string>();
  #spent = false;
  #kept: { page: Page; devtools: CDPSession } | null = null;
  #tell: ((fault: string) => void) | null = null;

  constructor(context: BrowserContext, origin: string, kind: string) {
    this.context = context;
    this.kind = kind;
    this.#origin = origin;
    this.#allPages = context.pages.bind(context);
    this.#devtoolsOf = context.newCDPSession.bind(context);
    const spend = () => {
      this.#spent = true;
    };
    context.on("console", (message) => {
      if (message.type() !== "error" || message.page() === this.#kept?.page) return;
      this.#tell?.(`${message.text()} (${message.location().url})`);
    });
    context.on("weberror", (error) => {
      this.#tell?.(String(error.error()));
    });
    context.on("serviceworker", spend);
    context.on("page", (page) => {
      page.on("framenavigated", (frame) => {
        this.#note(frame, page);
      });
      page.on("crash", spend);
      // It may have been led through other origins before it was seen.
      page.on("popup", spend);
    });
    watchLasting(context, spend);
    context.pages = () => this.#allPages().filter((page) => page !== this.#kept?.page);
  }

  /** From now on this is told of every error on the console, and of every exception that nobody caught. */
  watch(tell: (fault: string) => void): void {
    this.#tell = tell;
  }

  /** Closes its pages. Whether it is fit for another visit. */
  async rest(): Promise<boolean> {
    if (this.#spent) return false;
    // Before the others are closed, and the process with them.
    this.#kept ??= await this.#keep();
    await Promise.all(this.context.pages().map((page) => page.close()));
    this.#tell = null;
    return !this.#spent;
  }

  /**
   * Nothing is left of earlier visits but files that never change. It is cleaned just before it is used again: what
   * was under way when its pages were closed has come by then.
   */
  async clean(): Promise<void> {
    for (const origin of this.#visited) {
      // oxlint-disable-next-line no-await-in-loop -- a handful, on one connection
      await this.#kept?.devtools.send("Storage.clearDataForOrigin", {
        origin,
        storageTypes: "all",
      });
    }
    this.#visited.clear();
    await this.context.clearCookies();
  }

  async close(): Promise<void> {
    await this.context.close();
    this.#tell = null;
  }

  #note(frame: Frame, page: Page): void {
    const address = URL.parse(frame.url());
    if (address !== null && address.origin !== "null") this.#visited.add(address.origin);
    // What a page of another site keeps in a frame is kept apart, and is not cleared with the rest.
    if (frame !== page.mainFrame()) this.#spent = true;
  }

  async #keep(): Promise<{ page: Page; devtools: CDPSession }> {
    const links = await this.#scripts();
    const page = await this.context.newPage();
    const address = `${this.#origin}/kept`;
    await page.route(address, (route) =>
      route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Kept</title>" }),
    );
    await page.goto(address);
    // While anything is intercepted, all of it is fetched anew.
    await page.unroute(address);
    await page.evaluate((addresses) => {
      for (const href of addresses) {
        const link = Object.assign(document.createElement("link"), { rel: "modulepreload", href });
        document.head.append(link);
      }
    }, links);
    return { page, devtools: await this.#devtoolsOf(page) };
  }

  async #scripts(): Promise<string[]> {
    const known = scripts.get(this.#origin);
    if (known !== undefined) return known;
    const page = this.context.pages().find((one) => one.url().startsWith(`${this.#origin}/`));
    if (page === undefined) return [];
    const found = await page.evaluate(() =>
      [...document.querySelectorAll("script[type=module], link[rel=modulepreload]")].map(
        (element) => element.getAttribute("src") ?? element.getAttribute("href") ?? "",
      ),
    );
    scripts.set(this.#origin, found);
    return found;
  }
}
