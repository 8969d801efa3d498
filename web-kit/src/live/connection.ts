import { withQuery } from "../api/client.ts";
import { openEventSource, openPoll, type OpenStream } from "./stream.ts";

export type LiveState = "connecting" | "open" | "waiting" | "closed";

export interface ConnectionOptions {
  /** A message of the stream, unread. */
  onMessage: (data: string, eventId: string) => void;
  onState: (state: LiveState) => void;
  /** The server has sent something, if only a keep-alive. */
  onAlive: () => void;
  /**
   * The stream broke, or never opened: then it may have been refused, because the session has
   * ended.
   */
  onFailure: (hadOpened: boolean) => void;
  /** The id of the last event that was received, by this or by an earlier connection. */
  lastEventId: () => string | null;
  /** The id of the last event before the page's data was loaded, if known. */
  readAfter: string | null;
  open?: OpenStream;
  openPoll?: OpenStream;
  random?: () => number;
}

export const RECONNECT_MS = 5000;
/** Random delay of reconnects, so that not every browser reconnects in the same instant. */
export const RECONNECT_JITTER_MS = 2000;
/** A stream that delivers nothing within this time of its opening is held back on its way. */
export const DELIVERY_MS = 20_000;
/** Three times the server's keep-alive: a connection that is silent for longer is dead. */
export const QUIET_MS = 45_000;
/** Failed streams after which events are polled, if no stream has ever delivered one. */
export const POLL_AFTER = 3;

/**
 * A live stream that reconnects by itself and resumes after the last event. If the network never
 * delivers a stream, every other attempt polls instead.
 */
export class LiveConnection {
  readonly #options: ConnectionOptions;
  #stream: { close: () => void } | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #silence: ReturnType<typeof setTimeout> | null = null;
  #moving: ReturnType<typeof setTimeout> | null = null;
  #opened = false;
  #failures = 0;
  #hasStreamed = false;
  #watched: readonly string[] = [];
  #communities: readonly string[] = [];

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** The watched communities that the open stream was subscribed to. */
  get communities(): readonly string[] {
    return this.#communities;
  }

  start(): void {
    if (this.#stream !== null) return;
    this.#clearTimers();
    this.#opened = false;
    this.#communities = this.#watched;
    this.#options.onState("connecting");
    const isPoll = this.#polls();
    const open = isPoll
      ? (this.#options.openPoll ?? openPoll)
      : (this.#options.open ?? openEventSource);
    this.#expect(DELIVERY_MS);
    this.#stream = open(this.#url(), {
      onOpen: () => {
        this.#opened = true;
        this.#options.onState("open");
      },
      onMessage: (data, eventId) => {
        this.#hasStreamed ||= !isPoll;
        if (this.#hasStreamed) this.#failures = 0;
        this.#hear();
        this.#options.onMessage(data, eventId);
      },
      onAlive: () => this.#hear(),
      onError: () => this.#lose(),
    });
  }

  /** Reconnects immediately when the browser is online again. */
  hurry(): void {
    if (this.#timer !== null) this.start();
  }

  /**
   * Subscribes to communities as well, for staff who are not members of them. The subscription is a
   * parameter of the stream, so a change reconnects; rapid changes are debounced.
   */
  watch(communities: readonly string[]): void {
    this.#watched = [...communities].toSorted();
    this.#moving ??= setTimeout(() => this.#move(), 0);
  }

  stop(): void {
    this.#clearTimers();
    if (this.#moving !== null) clearTimeout(this.#moving);
    this.#moving = null;
    this.#stream?.close();
    this.#stream = null;
    this.#options.onState("closed");
  }

  #polls(): boolean {
    const isOdd = (this.#failures - POLL_AFTER) % 2 === 0;
    return !this.#hasStreamed && this.#failures >= POLL_AFTER && isOdd;
  }

  #move(): void {
    this.#moving = null;
    if (this.#stream === null || this.#communities.join() === this.#watched.join()) return;
    this.#stream.close();
    this.#stream = null;
    this.start();
  }

  #url(): string {
    const lastEventId = this.#options.lastEventId();
    const { readAfter } = this.#options;
    return withQuery("/api/live", {
      ...(lastEventId !== null && { lastEventId }),
      // Until the first event, resumes from the page's load, so that no event in between is lost.
      ...(lastEventId === null && readAfter && { since: readAfter }),
      ...(this.#watched.length > 0 && { community: this.#watched.join(",") }),
    });
  }

  #hear(): void {
    this.#expect(QUIET_MS);
    this.#options.onAlive();
  }

  /** Gives the connection up unless it is heard of within this time. */
  #expect(withinMs: number): void {
    if (this.#silence !== null) clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#lose(), withinMs);
  }

  #lose(): void {
    if (this.#stream === null) return;
    this.#stream.close();
    this.#stream = null;
    this.#failures += 1;
    this.#options.onState("waiting");
    this.#options.onFailure(this.#opened);
    const random = this.#options.random ?? Math.random;
    this.#clearTimers();
    this.#timer = setTimeout(() => this.start(), RECONNECT_MS + random() * RECONNECT_JITTER_MS);
  }

  #clearTimers(): void {
    for (const timer of [this.#timer, this.#silence]) if (timer !== null) clearTimeout(timer);
    this.#timer = null;
    this.#silence = null;
  }
}
