import type { BrowserContext, CDPSession, Frame, Page } from "@playwright/test";
import { watchBrowserChanges } from "./long-requests.ts";

/** The initial scripts of an origin's pages, once known. */
const scripts = new Map<string, string[]>();

/**
 * A browser for visits to an origin that tracks whether it can be reused. While idle, it has an
 * empty page of the origin open, which keeps the process and the app's cached scripts but sends no
 * requests.
 */
export class VisitedBrowser {
  readonly context: BrowserContext;
  /** Identifies the options with which it was opened; browsers of one kind are interchangeable. */
  readonly kind: string;
  readonly #origin: string;
  /** Playwright's own methods, without the wrappers. */
  readonly #allPages: () => Page[];
  readonly #devtoolsOf: (page: Page) => Promise<CDPSession>;
  /** Origins whose storage must be cleared. */
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
      // It may have visited other origins before it was observed.
      page.on("popup", spend);
    });
    watchBrowserChanges(context, spend);
    context.pages = () => this.#allPages().filter((page) => page !== this.#kept?.page);
  }

  /** Reports console errors and uncaught exceptions from now on. */
  watch(tell: (fault: string) => void): void {
    this.#tell = tell;
  }

  /** Closes its pages; returns true if it can be reused. */
  async rest(): Promise<boolean> {
    if (this.#spent) return false;
    // Opened before the other pages are closed, which would end the process.
    this.#kept ??= await this.#keep();
    await Promise.all(this.context.pages().map((page) => page.close()));
    this.#tell = null;
    return !this.#spent;
  }

  /**
   * Clears everything of earlier visits except immutable files. It runs directly before the next
   * use, when requests of the closed pages have finished.
   */
  async clean(): Promise<void> {
    for (const origin of this.#visited) {
      // oxlint-disable-next-line no-await-in-loop -- a few origins, on one connection
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
    // Storage of a cross-site frame is partitioned and not cleared with the rest.
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
    // While any route is intercepted, all files are fetched again.
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
