import { type LiveEvent, readEvent } from "./events.ts";

const SEEN_LIMIT = 500;

/**
 * Reads the messages of the live stream for one tab: each event once, none that the page's data
 * already includes, and `resync` after missed ones.
 */
export class EventReader {
  readonly #readAfter: string | null;
  readonly #seen = new Set<string>();
  #lastEventId: string | null = null;
  #lastChange: string | null = null;

  /** `readAfter` is the id of the last event before the page's data was loaded, if known. */
  constructor(readAfter: string | null) {
    this.#readAfter = readAfter;
  }

  /** Where a stream resumes. */
  get lastEventId(): string | null {
    return this.#lastEventId;
  }

  /** Id of the last event that this tab's data includes, if known. */
  get lastChange(): string | null {
    return this.#lastChange ?? this.#readAfter;
  }

  /** Id up to which this tab has received all events, if known. */
  get #position(): string | null {
    return this.#lastEventId ?? this.#readAfter;
  }

  /**
   * The events of a message; `after` is the last change of the tab that received it. If that is
   * later than this tab's position, this tab has missed events.
   */
  receive(data: string, eventId: string, after: string | null): LiveEvent[] {
    const missed = this.hasMissed(after);
    if (eventId !== "" && !isLater(this.#position, eventId)) this.#lastEventId = eventId;
    const event = readEvent(data);
    const events = event !== null && this.#isDue(event, eventId) ? [event] : [];
    return missed && event?.type !== "resync" ? [{ type: "resync" }, ...events] : events;
  }

  /** True if a tab with this last change has received events that this one has not. */
  hasMissed(change: string | null): boolean {
    if (change === null || this.#position === null) return false;
    if (!isLater(change, this.#position)) return false;
    this.#lastEventId = change;
    this.#lastChange = change;
    return true;
  }

  #isDue(event: LiveEvent, eventId: string): boolean {
    switch (event.type) {
      case "hello":
        this.#lastEventId ??= event.cursor;
        return true;
      case "resync":
        this.#lastChange = this.#lastEventId;
        return true;
      case "session.ended":
      // Not part of the log, so the browser repeats the id of the event before.
      case "conversation.typing":
      case "presence.changed":
        return true;
      default:
        // Only events of the log have an id of their own; messages of the stream itself repeat the
        // last one.
        return this.#isNew(eventId);
    }
  }

  #isNew(eventId: string): boolean {
    if (eventId === "") return true;
    const isLoaded = this.#readAfter !== null && !isLater(eventId, this.#readAfter);
    if (isLoaded || this.#seen.has(eventId)) return false;
    this.#seen.add(eventId);
    this.#lastChange = eventId;
    if (this.#seen.size > SEEN_LIMIT) {
      const oldest = this.#seen.values().next();
      if (oldest.done !== true) this.#seen.delete(oldest.value);
    }
    return true;
  }
}

/** Ids are numbers in the order of the event log. */
function isLater(id: string | null, than: string): boolean {
  return id !== null && Number(id) > Number(than);
}
