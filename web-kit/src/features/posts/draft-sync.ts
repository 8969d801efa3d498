import { ProblemError } from "../../api/problem.ts";
import type { ServerDraft } from "../../live/draft-events.ts";
import { isRetryable } from "../../shell/cache.ts";
import { loadSyncedVersion, storeSyncedVersion } from "./draft-storage.ts";
import { type Draft, draftKey, type DraftStore } from "./drafts.ts";

/** Pause in typing before a draft is sent to the server. */
export const PAUSE_MS = 2000;
/** While a member types, the text of another device does not replace theirs. */
const TYPING_MS = 10_000;
/** Delay before the retry of a temporary failure. */
const RETRY_MS = 10_000;
/** After this time the answer to a request of this page has arrived as well. */
const ECHO_MS = 1000;
/** The places that the server accepts. */
const PLACE = /^[A-Za-z0-9:_-]{1,120}$/;

export interface DraftSyncPorts {
  list: () => Promise<ServerDraft[]>;
  /** `isClosing`: the page is being closed, and the request must outlive it. */
  save: (place: string, draft: Draft, isClosing: boolean) => Promise<ServerDraft>;
  remove: (place: string, isClosing: boolean) => Promise<unknown>;
  isOnline: () => boolean;
}

/**
 * Synchronises a member's drafts with the server. The local draft is the truth: it is sent after a
 * pause in typing. A draft of another device is adopted where nothing was typed since the last
 * agreement. Where both were changed, the text of both is kept.
 */
export class DraftSync {
  readonly #drafts: DraftStore;
  readonly #viewerId: string;
  readonly #ports: DraftSyncPorts;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** The content that is on its way to the server, by place. */
  readonly #inFlight = new Map<string, string>();
  /** When a draft was last typed on this page, by place. */
  readonly #typedAt = new Map<string, number>();
  /** Places that changed since the last comparison began, which therefore does not know them. */
  readonly #changedSince = new Set<string>();
  /** The last version of drafts that were removed; a late event about it is ignored. */
  readonly #removed = new Map<string, string>();
  readonly #unsubscribe: () => void;
  #lastPull: Promise<void> = Promise.resolve();
  #hasPulled = false;
  #isStopped = false;

  constructor(drafts: DraftStore, viewerId: string, ports: DraftSyncPorts) {
    this.#drafts = drafts;
    this.#viewerId = viewerId;
    this.#ports = ports;
    this.#unsubscribe = drafts.onChange(({ key, isHere }) => {
      // The member signs out: the server keeps the drafts, and this browser nothing of them.
      if (key === draftKey(viewerId, "")) this.stop();
      const place = this.#placeOf(key);
      if (place === null) return;
      if (isHere) this.#changed(place);
      else this.#typedAt.delete(place);
    });
  }

  /**
   * Compares all drafts with the server's, and sends those that it does not have. A failed
   * comparison is repeated at the next occasion; until then every draft stays as it is.
   */
  pull(): void {
    this.#lastPull = this.#lastPull.then(() => this.#pullOnce()).catch(() => undefined);
  }

  /** A device has stored a draft; it may be this one. */
  handleUpdated(place: string, updated: string): void {
    if (this.#isStopped || this.#isKnown(place, updated)) return;
    if (this.#inFlight.has(place)) setTimeout(() => this.handleUpdated(place, updated), ECHO_MS);
    else this.pull();
  }

  /** A device has sent or deleted a draft; a newer one may be stored already. */
  handleRemoved(place: string): void {
    if (this.#version(place) !== null) this.pull();
  }

  /** Sends everything that still waits, because the page may be closing. */
  flush(): void {
    for (const place of this.#timers.keys()) void this.#send(place, true);
  }

  stop(): void {
    this.#isStopped = true;
    this.#unsubscribe();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  async #pullOnce(): Promise<void> {
    if (!this.#ports.isOnline() || this.#isStopped) return;
    this.#changedSince.clear();
    const known = new Map((await this.#ports.list()).map((draft) => [draft.place, draft]));
    const places = this.#drafts.keysOf(this.#viewerId).flatMap((key) => this.#placeOf(key) ?? []);
    for (const place of new Set([...known.keys(), ...places])) {
      if (!PLACE.test(place) || this.#changedSince.has(place)) continue;
      // What another tab of this browser types is that tab's affair, once this page has begun.
      const isOurs = !this.#hasPulled || this.#typedAt.has(place);
      const theirs = known.get(place);
      if (theirs === undefined) this.#drop(place);
      else this.#compare(theirs, isOurs);
      if (isOurs && !this.#isSynced(place)) this.#sendIn(place, 0);
    }
    this.#hasPulled = true;
  }

  /** The server has no draft any more. A text that was changed since stays. */
  #drop(place: string): void {
    const version = this.#version(place);
    if (version === null) return;
    const isUnchanged = this.#isSynced(place);
    this.#forget(place);
    if (isUnchanged) this.#adopt(place, { text: "", replyTo: null });
  }

  #forget(place: string): void {
    const version = this.#version(place);
    if (version !== null) this.#removed.set(place, version.updated);
    storeSyncedVersion(this.#keyOf(place), null);
  }

  #changed(place: string): void {
    this.#changedSince.add(place);
    const isEmpty = draftContent(this.#read(place)) === EMPTY_CONTENT;
    if (isEmpty) this.#typedAt.delete(place);
    else this.#typedAt.set(place, Date.now());
    // A sent draft disappears from the other devices at once.
    if (!this.#isSynced(place)) this.#sendIn(place, isEmpty ? 0 : PAUSE_MS);
  }

  /** `mayMerge`: this page is responsible for a local text that differs. */
  #compare(theirs: ServerDraft, mayMerge: boolean): void {
    const { place } = theirs;
    const content = draftContent(theirs);
    if (this.#isKnown(place, theirs.updated) || this.#inFlight.get(place) === content) return;
    const here = this.#read(place);
    const isSynced = this.#isSynced(place);
    const isTyping = Date.now() - (this.#typedAt.get(place) ?? 0) < TYPING_MS;
    const isAdopted =
      content === draftContent(here) ||
      here.text.trim() === "" ||
      theirs.text.includes(here.text) ||
      (isSynced && !isTyping);
    if (!isAdopted && !mayMerge) return;
    const isNews = this.#version(place)?.content !== content;
    this.#agree(theirs);
    if (isAdopted) {
      this.#adopt(place, theirs);
    } else if (isNews && !here.text.includes(theirs.text)) {
      // The caret stays in the text that was typed here, which is the last.
      this.#adopt(place, { text: `${theirs.text}\n${here.text}`, replyTo: here.replyTo });
      this.#sendIn(place, PAUSE_MS);
    }
  }

  #isKnown(place: string, updated: string): boolean {
    const last = this.#version(place)?.updated ?? this.#removed.get(place);
    return last !== undefined && Date.parse(updated) <= Date.parse(last);
  }

  #adopt(place: string, draft: Pick<Draft, "text" | "replyTo">): void {
    if (draftContent(this.#read(place)) !== draftContent(draft)) {
      this.#drafts.adopt(this.#keyOf(place), draft);
    }
  }

  #agree(theirs: ServerDraft): void {
    if (this.#isStopped) return;
    const { place, updated } = theirs;
    storeSyncedVersion(this.#keyOf(place), { updated, content: draftContent(theirs) });
  }

  #sendIn(place: string, ms: number): void {
    if (this.#isStopped) return;
    clearTimeout(this.#timers.get(place));
    this.#timers.set(
      place,
      setTimeout(() => void this.#send(place, false), ms),
    );
  }

  /** Sends the draft as it is now, one request at a time for each place. */
  async #send(place: string, isClosing: boolean): Promise<void> {
    if (this.#inFlight.has(place) && !isClosing) {
      this.#sendIn(place, PAUSE_MS);
      return;
    }
    clearTimeout(this.#timers.get(place));
    this.#timers.delete(place);
    // Without a connection the draft waits for the next comparison.
    if (this.#isSynced(place) || !this.#ports.isOnline()) return;
    const draft = this.#read(place);
    const content = draftContent(draft);
    if (this.#inFlight.get(place) === content) return;
    this.#inFlight.set(place, content);
    this.#changedSince.add(place);
    try {
      if (content === EMPTY_CONTENT) {
        await this.#ports.remove(place, isClosing);
        this.#forget(place);
      } else {
        this.#agree(await this.#ports.save(place, draft, isClosing));
      }
    } catch (problem) {
      const wait = retryIn(problem);
      if (wait !== null) this.#sendIn(place, wait);
    } finally {
      this.#changedSince.add(place);
      if (this.#inFlight.get(place) === content) this.#inFlight.delete(place);
    }
  }

  /** True if the server has the draft as it is here. */
  #isSynced(place: string): boolean {
    const content = this.#version(place)?.content ?? EMPTY_CONTENT;
    return content === draftContent(this.#read(place));
  }

  #version(place: string) {
    return loadSyncedVersion(this.#keyOf(place));
  }

  #read(place: string): Draft {
    return this.#drafts.read(this.#keyOf(place));
  }

  #keyOf(place: string): string {
    return draftKey(this.#viewerId, place);
  }

  /** Null for the drafts of others, and for edits of posts, which are not synchronised. */
  #placeOf(key: string): string | null {
    const prefix = draftKey(this.#viewerId, "");
    const place = key.slice(prefix.length);
    return key.startsWith(prefix) && PLACE.test(place) ? place : null;
  }
}

/** The synchronised content of a draft. */
function draftContent({ text, replyTo }: Pick<Draft, "text" | "replyTo">): string {
  return JSON.stringify([text, replyTo?.parentPostId ?? null]);
}

const EMPTY_CONTENT = draftContent({ text: "", replyTo: null });

/** Milliseconds until the retry of a failed request; null if a retry cannot help. */
function retryIn(problem: unknown): number | null {
  if (isRetryable(problem)) return RETRY_MS;
  if (!(problem instanceof ProblemError) || problem.status !== 429) return null;
  return problem.retryAfter === null ? RETRY_MS : problem.retryAfter * 1000;
}
