import type { Progress } from "./progress.ts";

// Reading scrolls all the time: 30 saves a minute, of the 60 that the server accepts. A click is saved at
// once, and leaving the page saves what waits.
const scrollMs = 2000;

/**
 * Saves a position as it changes: one request at a time, and always the newest. A save that fails is
 * made again with the next change, when the connection is back or when the page is left.
 */
export class ProgressSaver {
  #send: (progress: Progress) => Promise<unknown>;
  #unsaved: Progress | null = null;
  #sending = false;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(send: (progress: Progress) => Promise<unknown>) {
    this.#send = send;
  }

  save(progress: Progress, when: "now" | "soon"): void {
    this.#unsaved = progress;
    if (when === "now") void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), scrollMs);
  }

  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const progress = this.#unsaved;
    if (progress === null || this.#sending) return;
    this.#unsaved = null;
    this.#sending = true;
    try {
      await this.#send(progress);
    } catch {
      // Newer progress says more than what was not saved.
      this.#unsaved ??= progress;
      return;
    } finally {
      this.#sending = false;
    }
    if (this.#unsaved !== null) await this.flush();
  }

  /** Saves nothing more: the wizard is completed. */
  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#unsaved = null;
  }
}
