import { LiveConnection, type LiveState, QUIET_MS } from "./connection.ts";
import { EventReader } from "./event-reader.ts";
import type { LiveEvent } from "./events.ts";
import type { OpenStream } from "./stream.ts";
import {
  openTabChannel,
  type OpenChannel,
  type TabChannel,
  type TabMessage,
} from "./tab-channel.ts";

export interface SharedOptions {
  viewerId: string;
  /** The id of the last event before the page's data was loaded, if known. */
  readAfter: string | null;
  onEvent: (event: LiveEvent) => void;
  onState: (state: LiveState) => void;
  /** Called when the stream of a watched community begins; its data may be outdated until then. */
  onWatched: (communityId: string) => void;
  /** The stream delivers. Only in the tab that listens. */
  onDelivery: () => void;
  /** The stream broke, or never opened. Only in the tab that listens. */
  onFailure: (hadOpened: boolean) => void;
  open?: OpenStream;
  openPoll?: OpenStream;
  openChannel?: OpenChannel;
  /** Null if the browser has no locks: the tab then has a stream of its own. */
  locks?: TabLocks | null;
}
export type TabLocks = Pick<LockManager, "request">;

// Changes with the format of the messages, because tabs of two builds may be open.
const NAME = "guildhall.live.1";
const CHECK_MS = 5000;
/** Time for messages of the listening tab to arrive after this tab was suspended. */
const RESUME_MS = 3000;
/** Time for the other tabs to learn of the session's end before one of them may listen. */
const RELEASE_MS = 1000;

/**
 * One tab's share in the live stream of all tabs of a viewer. A Web Lock decides which tab listens;
 * it passes everything on through a BroadcastChannel. A visible tab that hears nothing for longer
 * than the server's keep-alives takes over, because the device may have suspended the other.
 */
export class SharedConnection {
  readonly #options: SharedOptions;
  readonly #reader: EventReader;
  readonly #locks: TabLocks | null;
  readonly #name: string;
  /** Distinguishes this tab. `crypto.randomUUID` needs a secure context. */
  readonly #tab = `${Date.now()}-${Math.random()}`;
  readonly #watchedBy = new Map<string, readonly string[]>();
  #channel: TabChannel | null = null;
  /** The stream, if this tab listens. */
  #connection: LiveConnection | null = null;
  #ending: AbortController | null = null;
  #queued: AbortController | null = null;
  #check: ReturnType<typeof setInterval> | null = null;
  #heardAt = 0;
  #state: LiveState = "closed";
  #communities: readonly string[] = [];

  constructor(options: SharedOptions) {
    this.#options = options;
    this.#reader = new EventReader(options.readAfter);
    this.#locks = options.locks === undefined ? browserLocks() : options.locks;
    this.#name = `${NAME}/${options.viewerId}`;
  }

  /** True if this tab holds the stream. */
  get isListening(): boolean {
    return this.#connection !== null;
  }

  start(): void {
    if (this.#ending !== null) return;
    this.#ending = new AbortController();
    this.#setState("connecting", this.#communities);
    if (this.#locks === null) {
      void this.#listen(this.#ending.signal);
      return;
    }
    const open = this.#options.openChannel ?? openTabChannel;
    this.#channel = open(this.#name, (message) => this.#receive(message));
    this.#channel.post({ type: "join" });
    this.#postWatched();
    this.#heardAt = Date.now();
    this.#check = setInterval(() => this.#takeOverIfQuiet(), CHECK_MS);
    void this.#queue(this.#locks, false);
  }

  /** Closes the stream, or this tab's share in it. */
  stop(releaseMs = 0): void {
    const ending = this.#ending;
    if (ending === null) return;
    this.#ending = null;
    if (this.#check !== null) clearInterval(this.#check);
    this.#dropStream();
    this.#channel?.post({ type: "watch", tab: this.#tab, communities: [] });
    this.#channel?.close();
    this.#channel = null;
    this.#queued?.abort();
    if (releaseMs === 0) ending.abort();
    else setTimeout(() => ending.abort(), releaseMs);
    this.#setState("closed", []);
  }

  /** Reconnects immediately when the browser is online again. */
  hurry(): void {
    this.#connection?.hurry();
  }

  /** Gives the listening tab time to be heard, after this tab was hidden and perhaps suspended. */
  wake(): void {
    this.#heardAt = Math.max(this.#heardAt, Date.now() - QUIET_MS + RESUME_MS);
  }

  /** Subscribes to a community as well, for staff who are not members of it. */
  watch(communityId: string | null): void {
    this.#watchedBy.set(this.#tab, communityId === null ? [] : [communityId]);
    this.#postWatched();
    this.#connection?.watch(this.#watched());
  }

  async #queue(locks: TabLocks, steal: boolean): Promise<void> {
    const ending = this.#ending;
    if (ending === null) return;
    this.#queued?.abort();
    const queued = new AbortController();
    this.#queued = queued;
    const options = steal ? { steal } : { signal: queued.signal };
    try {
      await locks.request(this.#name, options, () => this.#listen(ending.signal));
    } catch {
      // Another tab has taken over, or this one no longer waits.
    }
    if (this.#ending !== ending || this.#queued !== queued) return;
    this.#dropStream();
    this.#heardAt = Date.now();
    void this.#queue(locks, false);
  }

  /** Holds the stream until this tab stops. */
  #listen(ending: AbortSignal): Promise<void> {
    if (ending.aborted) return Promise.resolve();
    const { readAfter, onDelivery, onFailure, open, openPoll } = this.#options;
    const connection = new LiveConnection({
      readAfter,
      onFailure,
      lastEventId: () => this.#reader.lastEventId,
      onState: (state) => {
        if (this.#connection !== connection) return;
        this.#setState(state, connection.communities);
        this.#postState();
      },
      onAlive: () => {
        onDelivery();
        this.#channel?.post({ type: "alive" });
      },
      onMessage: (data, eventId) => {
        const after = this.#reader.lastChange;
        this.#channel?.post({ type: "event", data, eventId, after });
        this.#read(data, eventId, null);
      },
      ...(open !== undefined && { open }),
      ...(openPoll !== undefined && { openPoll }),
    });
    this.#connection = connection;
    connection.watch(this.#watched());
    connection.start();
    return new Promise((done) => {
      ending.addEventListener("abort", () => done());
    });
  }

  #dropStream(): void {
    const connection = this.#connection;
    this.#connection = null;
    connection?.stop();
  }

  #receive(message: TabMessage): void {
    switch (message.type) {
      case "join":
        if (this.isListening) this.#postState();
        this.#postWatched();
        return;
      case "watch":
        this.#watchedBy.set(message.tab, message.communities);
        this.#connection?.watch(this.#watched());
        return;
      default:
    }
    // A tab that was suspended may still believe for a moment that it listens.
    if (this.isListening) return;
    this.#heardAt = Date.now();
    if (message.type === "event") this.#read(message.data, message.eventId, message.after);
    if (message.type !== "state") return;
    this.#setState(message.state, message.communities);
    if (this.#reader.hasMissed(message.lastChange)) this.#options.onEvent({ type: "resync" });
  }

  #read(data: string, eventId: string, after: string | null): void {
    for (const event of this.#reader.receive(data, eventId, after)) {
      if (event.type === "hello") this.#reportWatched();
      else this.#options.onEvent(event);
      if (event.type === "session.ended") this.stop(RELEASE_MS);
    }
  }

  #reportWatched(): void {
    const subscribed = this.#connection?.communities ?? this.#communities;
    for (const communityId of this.#watchedBy.get(this.#tab) ?? []) {
      if (subscribed.includes(communityId)) this.#options.onWatched(communityId);
    }
  }

  #takeOverIfQuiet(): void {
    const isQuiet = Date.now() - this.#heardAt > QUIET_MS;
    const isHidden = document.visibilityState === "hidden";
    if (this.isListening || !isQuiet || isHidden || this.#locks === null) return;
    this.#heardAt = Date.now();
    void this.#queue(this.#locks, true);
  }

  /** The communities that any of the tabs watches. */
  #watched(): string[] {
    return [...new Set([...this.#watchedBy.values()].flat())];
  }

  #postWatched(): void {
    const communities = [...(this.#watchedBy.get(this.#tab) ?? [])];
    if (communities.length === 0 && !this.#watchedBy.has(this.#tab)) return;
    this.#channel?.post({ type: "watch", tab: this.#tab, communities });
  }

  #postState(): void {
    const communities = [...this.#communities];
    const { lastChange } = this.#reader;
    this.#channel?.post({ type: "state", state: this.#state, communities, lastChange });
  }

  #setState(state: LiveState, communities: readonly string[]): void {
    this.#communities = communities;
    this.#state = state;
    this.#options.onState(state);
  }
}

/** The browser's locks; null if it has no locks or no channels between tabs. */
function browserLocks(): TabLocks | null {
  if (typeof BroadcastChannel === "undefined") return null;
  const locks: unknown = Reflect.get(navigator, "locks");
  return locks === undefined ? null : navigator.locks;
}
