import { withQuery } from "../api/client.ts";
import { type LiveEvent, readEvent } from "./events.ts";

export type LiveState = "connecting" | "open" | "waiting" | "closed";

/** Callbacks of a connection; tests replace the browser's EventSource through this interface. */
export interface StreamListener {
  onOpen: () => void;
  onMessage: (data: string, eventId: string) => void;
  onError: () => void;
}
export type OpenStream = (url: string, listener: StreamListener) => { close: () => void };

export interface LiveOptions {
  onEvent: (event: LiveEvent) => void;
  onState: (state: LiveState) => void;
  /** Called when a connection is refused before it opened: the session may have ended. */
  onRefused: () => void;
  /** The id of the last event before the page's data was loaded, if known. */
  readAfter?: string | null;
  /** Called when the stream of a watched community begins; its data may be outdated until then. */
  onWatched?: (communityId: string) => void;
  open?: OpenStream;
  random?: () => number;
}

export const RECONNECT_MS = 5000;
/** Random delay of reconnects, so that not every tab reconnects in the same instant. */
export const RECONNECT_JITTER_MS = 2000;
const SEEN_LIMIT = 500;

/**
 * The tab's single live stream. It reconnects by itself and resumes after the last event received.
 */
export class LiveConnection {
  readonly #options: LiveOptions;
  readonly #seen = new Set<string>();
  #stream: { close: () => void } | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #lastEventId: string | null = null;
  #opened = false;
  #watched: string | null = null;
  /** The community that the open stream was subscribed to. */
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

  /** Reconnects immediately when the browser is online again. */
  hurry(): void {
    if (this.#timer !== null) this.start();
  }

  /**
   * Subscribes to a community as well, for staff who are not a member of it. The subscription is a
   * parameter of the stream, so a change reconnects; rapid changes are debounced.
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
      // Until the first event, resumes from the page's load, so that no event in between is lost.
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
      // Not part of the log, so the browser repeats the id of the event before.
      case "conversation.typing":
      case "presence.changed":
        break;
      default:
        // Only events of the log have an id of their own; messages of the stream itself repeat the
        // last one.
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
