import { type LiveEvent, readEvent } from "./events";

export type LiveState = "connecting" | "open" | "waiting" | "closed";

/** The part of EventSource we lean on, so that tests can stand in for the browser. */
export interface EventStream {
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent<string>) => void) | null;
  onerror: ((event: Event) => void) | null;
  close(): void;
}

export interface LiveOptions {
  onEvent: (event: LiveEvent) => void;
  onState: (state: LiveState) => void;
  /** Called when a connection is refused before it opened: the session may be gone. */
  onRefused: () => void;
  open?: (url: string) => EventStream;
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
  #stream: EventStream | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #lastEventId: string | null = null;
  #opened = false;
  #greeted = false;

  constructor(options: LiveOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#stream !== null) return;
    this.#clearTimer();
    this.#opened = false;
    this.#options.onState("connecting");
    const stream = (this.#options.open ?? openEventSource)(this.#url());
    this.#stream = stream;
    stream.onopen = () => {
      this.#opened = true;
      this.#options.onState("open");
    };
    stream.onmessage = (message) => this.#receive(message);
    stream.onerror = () => this.#lose();
  }

  stop(): void {
    this.#clearTimer();
    this.#stream?.close();
    this.#stream = null;
    this.#options.onState("closed");
  }

  #url(): string {
    if (this.#lastEventId === null) return "/api/live";
    return `/api/live?lastEventId=${encodeURIComponent(this.#lastEventId)}`;
  }

  #receive(message: MessageEvent<string>): void {
    const event = readEvent(message.data);
    const eventId = message.lastEventId;
    if (eventId !== "") {
      if (event?.type !== "hello" && this.#seen.has(eventId)) return;
      this.#remember(eventId);
    }
    if (event === null) return;
    if (event.type === "hello") {
      this.#greet(event.cursor);
      return;
    }
    if (event.type === "session.ended") this.stop();
    this.#options.onEvent(event);
  }

  /** A second greeting without a place to resume from means that events may have been missed. */
  #greet(cursor: string): void {
    if (this.#greeted && this.#lastEventId === null) this.#options.onEvent({ type: "resync" });
    this.#greeted = true;
    this.#lastEventId ??= cursor;
  }

  #remember(eventId: string): void {
    this.#lastEventId = eventId;
    this.#seen.add(eventId);
    if (this.#seen.size <= SEEN_LIMIT) return;
    const oldest = this.#seen.values().next();
    if (oldest.done !== true) this.#seen.delete(oldest.value);
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

function openEventSource(url: string): EventStream {
  return new EventSource(url);
}
