/** What is known about updates of this site. */
export interface UpdateStatus {
  /** The site serves another build than that of this page. */
  isUpdateAvailable: boolean;
  /** The new build is installed, and the page was reloaded. */
  isUpdateReady: boolean;
  isInstalling: boolean;
  registration: ServiceWorkerRegistration | null;
  /** When the site was last asked, in milliseconds since the epoch. */
  lastChecked: number | null;
}

/** Intervals of A-260. */
export const CHECK_MS = { interval: 60_000, interaction: 5 * 60_000 };
export const CHECK_IOS_MS = { interval: 30_000, interaction: 2 * 60_000 };

export interface UpdateCheckOptions {
  loaded: string | null;
  isIos: boolean;
  fetchMarker: () => Promise<string | null>;
  onChecked?: (at: number) => void;
}

/** Compares the build of this page with the one that the site serves. */
export class UpdateChecks {
  readonly #options: UpdateCheckOptions;
  readonly #listeners = new Set<() => void>();
  #status: UpdateStatus = {
    isUpdateAvailable: false,
    isUpdateReady: false,
    isInstalling: false,
    registration: null,
    lastChecked: null,
  };
  #published: string | null = null;
  #running: Promise<void> | null = null;
  #interactionAt = Date.now();

  constructor(options: UpdateCheckOptions) {
    this.#options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): UpdateStatus => this.#status;

  /** The marker that the site served last. */
  get published(): string | null {
    return this.#published;
  }

  /** Starts the checks: by time, and on clicks and back navigation. Returns a function that stops. */
  start(): () => void {
    const times = this.#options.isIos ? CHECK_IOS_MS : CHECK_MS;
    const timer = setInterval(() => void this.check(), times.interval);
    // Browsers slow the timers of hidden pages, so the first interaction afterwards checks too.
    const onInteraction = () => {
      if (Date.now() - this.#interactionAt < times.interaction) return;
      this.#interactionAt = Date.now();
      void this.check();
    };
    addEventListener("click", onInteraction);
    addEventListener("popstate", onInteraction);
    void this.#readRegistration();
    return () => {
      clearInterval(timer);
      removeEventListener("click", onInteraction);
      removeEventListener("popstate", onInteraction);
    };
  }

  /** Asks the site now. Pages without a marker, hidden pages and offline pages do not. */
  check(): Promise<void> {
    if (this.#options.loaded === null || document.hidden || !navigator.onLine) {
      return Promise.resolve();
    }
    this.#running ??= this.#compare().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Changes what the flow of an installation knows. */
  change(changes: Partial<UpdateStatus>): void {
    this.#status = { ...this.#status, ...changes };
    for (const listener of this.#listeners) listener();
  }

  async #compare(): Promise<void> {
    const marker = await this.#options.fetchMarker();
    if (marker === null) return;
    this.#published = marker;
    const lastChecked = Date.now();
    this.#options.onChecked?.(lastChecked);
    this.change({ lastChecked, isUpdateAvailable: marker !== this.#options.loaded });
  }

  async #readRegistration(): Promise<void> {
    if (!("serviceWorker" in navigator)) return;
    const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
    if (registration !== undefined) this.change({ registration });
  }
}
