import { ProblemError } from "../../../api/problem.ts";
import { isRetryable } from "../../../shell/cache.ts";
import type { DraftText } from "../queries.ts";

/** Pause in typing before the draft is sent. */
const PAUSE_MS = 1000;
/** Delay before the retry of a temporary failure. */
const RETRY_MS = 10_000;

export type DraftPhase = "idle" | "waiting" | "saving" | "saved" | "failed";

export interface DraftState {
  phase: DraftPhase;
  /** Time of the server's last save. */
  savedAt: string | null;
  /** Error of the last attempt. */
  error: unknown;
}

export interface StoredDraft {
  text: DraftText;
  savedAt: string | null;
}

/**
 * Saves a draft on the server: after a pause in typing, one request at a time, always the newest
 * text. The state says "saved" only for text that the server has confirmed.
 */
export class DraftAutosave {
  readonly #save: (text: DraftText) => Promise<string>;
  readonly #listeners = new Set<() => void>();
  #kept: DraftText;
  #now: DraftText;
  #state: DraftState;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #underWay: Promise<boolean> | null = null;
  #stopped = false;
  #held = false;

  /** `save` resolves with the time of the save. */
  constructor(save: (text: DraftText) => Promise<string>, stored: StoredDraft) {
    this.#save = save;
    this.#kept = stored.text;
    this.#now = stored.text;
    this.#state = { phase: "idle", savedAt: stored.savedAt, error: null };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): DraftState => this.#state;

  /** The server's version, as far as this page knows. */
  get kept(): StoredDraft {
    return { text: this.#kept, savedAt: this.#state.savedAt };
  }

  get isUnsaved(): boolean {
    return !this.#stopped && !isSameDraft(this.#now, this.#kept);
  }

  /**
   * True if the server's version can be compared with this page's: no request is in flight, and the
   * keeper is neither stopped nor held.
   */
  get isAtRest(): boolean {
    return this.#underWay === null && !this.#stopped && !this.#held;
  }

  /** Sets the current text. */
  write(text: DraftText): void {
    this.#now = text;
    if (!this.isUnsaved) return;
    if (this.#underWay === null) this.#tell({ phase: "waiting" });
    this.#sendIn(PAUSE_MS);
  }

  /** Saves unsaved text immediately; returns true if the server has all of it. */
  async flush(): Promise<boolean> {
    this.#wait();
    // oxlint-disable-next-line no-await-in-loop -- sequential, so that an older text cannot arrive last
    while (this.#underWay !== null) await this.#underWay;
    if (!this.isUnsaved) return true;
    if (this.#held) return false;
    this.#underWay = this.#send(this.#now);
    return this.#underWay;
  }

  /** Stops saving, because the text is being published or discarded. `goOn` resumes. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wait();
    await this.#underWay;
  }

  /** Pauses saving until a conflict is resolved. */
  hold(): void {
    this.#held = true;
    this.#wait();
  }

  /** Resumes after a stop whose operation failed. */
  goOn(): void {
    this.#stopped = false;
    this.#held = false;
    this.write(this.#now);
  }

  /** The server has a different text; the local text will overwrite it. */
  replace(stored: StoredDraft): void {
    this.#adopt(stored);
    this.goOn();
  }

  /** Replaces the local text with the server's. */
  takeUp(stored: StoredDraft): void {
    this.#now = stored.text;
    this.#adopt(stored);
    this.#stopped = false;
    this.#held = false;
  }

  #adopt(stored: StoredDraft): void {
    this.#kept = stored.text;
    this.#tell({ phase: "idle", savedAt: stored.savedAt });
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

/** Milliseconds until the retry of a failed save; null if a retry cannot help. */
function retryIn(error: unknown): number | null {
  if (isRetryable(error)) return RETRY_MS;
  if (!(error instanceof ProblemError) || error.status !== 429) return null;
  return error.retryAfter === null ? RETRY_MS : error.retryAfter * 1000;
}

export function isSameDraft(one: DraftText, other: DraftText): boolean {
  return one.title === other.title && one.content === other.content;
}
