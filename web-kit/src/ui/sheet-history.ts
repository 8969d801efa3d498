/**
 * Lets the browser's Back close the open sheets of a phone, one after the other.
 *
 * An open sheet has an entry of its own in the history, above the entry of its page and with the page's address
 * and router index. Moving between the entries of one page is not a navigation, and the router is not informed.
 *
 * Sheet entries are only ever added. A sheet that is closed by its button leaves its entry to the next sheet, and
 * Back skips the entry later. Closing a sheet therefore never moves in the history: it cannot undo a navigation
 * that happens at the same time.
 */

/** The parts of the router that are needed here. */
interface Router {
  readonly state: { readonly location: { readonly key: string } };
  subscribe: (listener: () => void) => () => void;
}

interface Sheet {
  close: () => void;
}

interface Entry {
  state: object;
  url: string;
  /** The router's number of the page; all entries of one page have the same. */
  index: number | null;
  /** 0 is the page itself, 1 its first sheet, 2 a sheet above that. */
  depth: number;
}

const wide = "(min-width: 48rem)";

let installed: SheetHistory | null = null;

/** Creates the browser's router and lets Back close sheets. Also returns the way to stop that. */
export function closeSheetsOnBack<R extends Router>(create: () => R) {
  installed?.stop();
  const started = new SheetHistory();
  installed = started;
  const router = create();
  started.follow(router);
  const stop = () => {
    started.stop();
    if (installed === started) installed = null;
  };
  return { router, stop };
}

/** Adds an open sheet, which Back asks to close. Returns the way to remove it once it is closed. */
export function addSheet(close: () => void): () => void {
  if (installed === null || matchMedia(wide).matches) return () => undefined;
  return installed.add({ close });
}

class SheetHistory {
  #router: Router | null = null;
  #sheets: readonly Sheet[] = [];
  /** The entry before the next `popstate`. */
  #current = currentEntry();
  #unsubscribe: () => void = () => undefined;

  /** Before the router exists: Chromium calls the listeners of the window in the order of their registration. */
  constructor() {
    addEventListener("popstate", this.#onPopState);
  }

  follow(router: Router): void {
    this.#router = router;
    this.#current = currentEntry();
    this.#unsubscribe = router.subscribe(this.#onRouterChange);
  }

  stop(): void {
    this.#unsubscribe();
    removeEventListener("popstate", this.#onPopState);
  }

  add(sheet: Sheet): () => void {
    this.#sheets = [...this.#sheets, sheet];
    this.#addEntries();
    return () => {
      this.#sheets = this.#sheets.filter((open) => open !== sheet);
    };
  }

  /** Adds the entries that open sheets lack; entries of closed sheets are reused. */
  #addEntries = (): void => {
    // While the router moves to another entry, the address is not that of the page that shows the sheet.
    if (keyOf(history.state) !== this.#router?.state.location.key) return;
    this.#current = currentEntry();
    while (this.#current.index !== null && this.#current.depth < this.#sheets.length) {
      const { state, url, depth } = this.#current;
      history.pushState({ ...state, sheet: depth + 1 }, "", url);
      this.#current = currentEntry();
    }
  };

  #onRouterChange = (): void => {
    const before = this.#current;
    const now = currentEntry();
    // The router replaces the whole state of an entry; the entry remains that of a sheet.
    if (now.index === before.index && now.depth !== before.depth) writeEntry(now, before.depth);
    this.#current = currentEntry();
  };

  #onPopState = (event: PopStateEvent): void => {
    const before = this.#current;
    const now = currentEntry();
    this.#current = now;
    const samePage = now.index !== null && now.index === before.index;
    if (!samePage || now.depth === before.depth) return;
    event.stopImmediatePropagation();
    // The router may have replaced the address or the state of the page since this entry was added.
    writeEntry(before, now.depth);
    this.#current = currentEntry();
    const isBack = now.depth < before.depth;
    if (this.#sheets.length === 0) history.go(isBack ? -1 : 1);
    else if (isBack) this.#closeAbove(now.depth);
  };

  /** Asks the sheets above a depth to close, and always the topmost. */
  #closeAbove(depth: number): void {
    const first = Math.min(depth, this.#sheets.length - 1);
    for (const sheet of this.#sheets.slice(first).toReversed()) sheet.close();
    // A form that is being sent refuses to close: the next Back asks it again.
    setTimeout(this.#addEntries);
  }
}

function currentEntry(): Entry {
  const state = objectOf(history.state);
  return {
    state,
    url: location.href,
    index: numberIn(state, "idx"),
    depth: numberIn(state, "sheet") ?? 0,
  };
}

/** Gives the current entry the state and address of another one of the same page. */
function writeEntry({ state, url }: Entry, depth: number): void {
  const page: Record<string, unknown> = { ...state };
  delete page["sheet"];
  history.replaceState(depth === 0 ? page : { ...page, sheet: depth }, "", url);
}

/** The router's key of the page; its first one has none in the history. */
function keyOf(state: unknown): unknown {
  return Reflect.get(objectOf(state), "key") ?? "default";
}

function objectOf(state: unknown): object {
  return typeof state === "object" && state !== null ? state : {};
}

function numberIn(state: object, name: string): number | null {
  const value: unknown = Reflect.get(state, name);
  return typeof value === "number" ? value : null;
}
