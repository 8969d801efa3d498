import { ProblemError } from "../../../api/problem.ts";
import { mayMend } from "../../../shell/cache.ts";
import type { DraftText } from "../queries.ts";

/** How long the words must rest before they are sent. */
const PAUSE_MS = 1000;
/** How long after a failure that may mend itself they are sent again. */
const RETRY_MS = 10_000;

export type DraftPhase = "idle" | "waiting" | "saving" | "saved" | "failed";

export interface DraftState {
  phase: DraftPhase;
  /** When the server last kept something of it. */
  savedAt: string | null;
  /** Why the last attempt failed. */
  error: unknown;
}

export interface Kept {
  text: DraftText;
  savedAt: string | null;
}

/**
 * Keeps on the server what is being written: after a pause, one call at a time, always the newest
 * words. It says only what is true: "saved" is what the server has answered.
 */
export class DraftKeeper {
  readonly #save: (text: DraftText) => Promise<string>;
  readonly #listeners = new Set<() => void>();
  #kept: DraftText;
  #now: DraftText;
  #state: DraftState;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #underWay: Promise<boolean> | null = null;
  #stopped = false;
  #held = false;

  /** `save` answers when it was kept. */
  constructor(save: (text: DraftText) => Promise<string>, kept: Kept) {
    this.#save = save;
    this.#kept = kept.text;
    this.#now = kept.text;
    this.#state = { phase: "idle", savedAt: kept.savedAt, error: null };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): DraftState => this.#state;

  /** What the server holds, as far as this page knows. */
  get kept(): Kept {
    return { text: this.#kept, savedAt: this.#state.savedAt };
  }

  get isUnsaved(): boolean {
    return !this.#stopped && !isSame(this.#now, this.#kept);
  }

  /** Whether what the server holds is this page's affair just now. */
  get isAtRest(): boolean {
    return this.#underWay === null && !this.#stopped && !this.#held;
  }

  /** The words as they are now. */
  write(text: DraftText): void {
    this.#now = text;
    if (!this.isUnsaved) return;
    if (this.#underWay === null) this.#tell({ phase: "waiting" });
    this.#sendIn(PAUSE_MS);
  }

  /** Sends what waits at once; whether the server has all of it now. */
  async flush(): Promise<boolean> {
    this.#wait();
    // oxlint-disable-next-line no-await-in-loop -- one call at a time, or an older text may come last
    while (this.#underWay !== null) await this.#underWay;
    if (!this.isUnsaved) return true;
    if (this.#held) return false;
    this.#underWay = this.#send(this.#now);
    return this.#underWay;
  }

  /** Nothing more is sent, until it is taken up again: the words are being published or thrown away. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wait();
    await this.#underWay;
  }

  /** Sends nothing until it is decided whose words are to stay. */
  hold(): void {
    this.#held = true;
    this.#wait();
  }

  /** Goes on after a stop that came to nothing. */
  goOn(): void {
    this.#stopped = false;
    this.#held = false;
    this.write(this.#now);
  }

  /** The server holds other words now; those that are written here are sent over them. */
  replace(kept: Kept): void {
    this.#adopt(kept);
    this.goOn();
  }

  /** The server's words are the ones to go on from. */
  takeUp(kept: Kept): void {
    this.#now = kept.text;
    this.#adopt(kept);
    this.#stopped = false;
    this.#held = false;
  }

  #adopt(kept: Kept): void {
    this.#kept = kept.text;
    this.#tell({ phase: "idle", savedAt: kept.savedAt });
  }

  async #send(text: DraftText): Promise<boolean> {
    this.#tell({ phase: "saving" });
    try {
      const savedAt = await this.#save(text);
      this.#kept = text;
      this.#underWay = null;
      this.#tell({ phase: this.isUnsaved ? "waiting" : "saved", savedAt });
      return !this.isUnsaved;
    } catch (error) {
      this.#underWay = null;
      this.#tell({ phase: "failed", error });
      const again = retryIn(error);
      if (again !== null && !this.#stopped) this.#sendIn(again);
      return false;
    }
  }

  #sendIn(ms: number): void {
    this.#wait();
    if (this.#held) return;
    this.#timer = setTimeout(() => void this.flush(), ms);
  }

  #wait(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #tell(change: Partial<DraftState>): void {
    this.#state = { ...this.#state, error: null, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** In how many milliseconds what failed is sent again, if that may help. */
function retryIn(error: unknown): number | null {
  if (mayMend(error)) return RETRY_MS;
  if (!(error instanceof ProblemError) || error.status !== 429) return null;
  return error.retryAfter === null ? RETRY_MS : error.retryAfter * 1000;
}

export function isSame(one: DraftText, other: DraftText): boolean {
  return one.title === other.title && one.content === other.content;
}
