const pollMs = 5000;
const pollsPerCheck = 6;
// Returning to the tab fires `focus` and `visibilitychange` together; one check is enough.
const checkPauseMs = 5000;

const SESSION_COOKIE_NAMES = ["csst_present", "__Host-csst_present"];

/**
 * True if there may be a session. Scripts cannot read the session cookie, only its companion
 * cookie.
 */
export function hasSessionCookie(): boolean {
  return document.cookie.split(";").some((pair) => {
    const [name, value] = pair.trim().split("=");
    return name !== undefined && SESSION_COOKIE_NAMES.includes(name) && value === "1";
  });
}

export interface SessionMonitorOptions {
  isPresent: () => boolean;
  /** Asks the server; returns the reason if there is no session. */
  check: () => Promise<string | null>;
  /** Called with the server's reason, if it gave one. */
  onLost: (words: string | null) => void;
}

/**
 * Checks the cookie every 5 s, and the server every 30 s and whenever the member returns to the
 * tab.
 */
export class SessionMonitor {
  #parts: SessionMonitorOptions;
  #timer: ReturnType<typeof setInterval> | null = null;
  #polls = 0;
  #checkedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: SessionMonitorOptions) {
    this.#parts = parts;
  }

  start() {
    if (this.#timer !== null) return;
    this.#polls = 0;
    this.#timer = setInterval(() => this.#poll(), pollMs);
    addEventListener("focus", this.#onReturn);
    document.addEventListener("visibilitychange", this.#onReturn);
  }

  stop() {
    if (this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
    removeEventListener("focus", this.#onReturn);
    document.removeEventListener("visibilitychange", this.#onReturn);
  }

  #onReturn = () => {
    if (document.visibilityState === "visible") void this.#check();
  };

  #poll() {
    if (!this.#parts.isPresent()) {
      this.#lost(null);
      return;
    }
    this.#polls += 1;
    if (this.#polls % pollsPerCheck === 0) void this.#check();
  }

  async #check() {
    if (Date.now() - this.#checkedAt < checkPauseMs) return;
    this.#checkedAt = Date.now();
    const ended = await this.#parts.check();
    if (ended !== null && this.#timer !== null) this.#lost(ended);
  }

  #lost(words: string | null) {
    this.stop();
    this.#parts.onLost(words);
  }
}
