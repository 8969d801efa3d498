import { withQuery } from "../api/client.ts";
import { type LiveEvent, readEvent } from "./events.ts";

export type LiveState = "connecting" | "open" | "waiting" | "closed";

/** What one connection tells; a test can stand in for the browser's EventSource. */
export interface StreamListener {
  onOpen: () => void;
  onMessage: (data: string, eventId: string) => void;
  onError: () => void;
}
export type OpenStream = (url: string, listener: StreamListener) => { close: () => void };

export interface LiveOptions {
  onEvent: (event: LiveEvent) => void;
  onState: (state: LiveState) => void;
  /** Called when a connection is refused before it opened: the session may be gone. */
  onRefused: () => void;
  /** The event that everything on the page was read after, if it is known. */
  readAfter?: string | null;
  /** Called when what happens in the watched community begins to be told: what was read of it is older. */
  onWatched?: (communityId: string) => void;
  open?: OpenStream;
  random?: () => number;
}

export const RECONNECT_MS = 5000;
/** Spread over two seconds, or every tab of the hall comes back in the same instant. */
export const RECONNECT_JITTER_MS = 2000;
const SEEN_LIMIT = 500;

/** One stream a tab. It reconnects on its own terms and resumes after the last event it saw. */
export class LiveConnection {
  readonly #options: LiveOptions;
  readonly #seen = new Set<string>();
  #stream: { close: () => void } | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #lastEventId: string | null = null;
  #opened = false;
  #watched: string | null = null;
  /** The community that the open stream was asked to tell of. */
  #told: string | null = null;
  #moving: ReturnType<typeof setTimeout> | null = null;

  constructor(options: LiveOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#stream !== null) return;
    this.#clearTimer();
    this.#opened = false;
    this.#told = this.#watched;
    this.#options.onState("connecting");
    this.#stream = (this.#options.open ?? openEventSource)(this.#url(), {
      onOpen: () => {
        this.#opened = true;
        this.#options.onState("open");
      },
      onMessage: (data, eventId) => this.#receive(data, eventId),
      onError: () => this.#lose(),
    });
  }

  /** The browser is online again: whoever was waiting need not wait the rest. */
  hurry(): void {
    if (this.#timer !== null) this.start();
  }

  /**
   * Asks to be told of a community as well, which only staff are who have no place in it. A stream is
   * asked when it begins, so the open one makes way for another; who goes from one community to the next
   * asks once.
   */
  watch(communityId: string | null): void {
    this.#watched = communityId;
    this.#moving ??= setTimeout(() => this.#move(), 0);
  }

  #move(): void {
    this.#moving = null;
    if (this.#stream === null || this.#told === this.#watched) return;
    this.#stream.close();
    this.#stream = null;
    this.start();
  }

  stop(): void {
    this.#clearTimer();
    if (this.#moving !== null) clearTimeout(this.#moving);
    this.#moving = null;
    this.#stream?.close();
    this.#stream = null;
    this.#options.onState("closed");
  }

  #url(): string {
    const { readAfter } = this.#options;
    return withQuery("/api/live", {
      ...(this.#lastEventId !== null && { lastEventId: this.#lastEventId }),
      // Until something is heard: what happened between reading the page and listening is not lost.
      ...(this.#lastEventId === null && readAfter && { since: readAfter }),
      ...(this.#watched !== null && { community: this.#watched }),
    });
  }

  #receive(data: string, eventId: string): void {
    const event = readEvent(data);
    if (eventId !== "") this.#lastEventId = eventId;
    if (event === null) return;
    switch (event.type) {
      case "hello":
        this.#lastEventId ??= event.cursor;
        if (this.#told !== null) this.#options.onWatched?.(this.#told);
        return;
      case "session.ended":
        this.stop();
        break;
      case "resync":
        break;
      default:
        // Only what happened has a number of its own; what the stream says of itself repeats one.
        if (!this.#isNew(eventId)) return;
    }
    this.#options.onEvent(event);
  }

  #isNew(eventId: string): boolean {
    if (eventId === "") return true;
    if (this.#seen.has(eventId)) return false;
    this.#seen.add(eventId);
    if (this.#seen.size > SEEN_LIMIT) {
      const oldest = this.#seen.values().next();
      if (oldest.done !== true) this.#seen.delete(oldest.value);
    }
    return true;
  }

  #lose(): void {
    if (this.#stream === null) return;
    this.#stream.close();
    this.#stream = null;
    this.#options.onState("waiting");
    if (!this.#opened) this.#options.onRefused();
    const random = this.#options.random ?? Math.random;
    this.#clearTimer();
    this.#timer = setTimeout(() => this.start(), RECONNECT_MS + random() * RECONNECT_JITTER_MS);
  }

  #clearTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

const openEventSource: OpenStream = (url, listener) => {
  const source = new EventSource(url);
  source.addEventListener("open", listener.onOpen);
  source.addEventListener("error", listener.onError);
  source.addEventListener("message", (event: MessageEvent<string>) =>
    listener.onMessage(event.data, event.lastEventId),
  );
  return source;
};
