/** How long a post must be in view before it counts as read. */
export const SEEN_MS = 1000;
/** Minimum time between two marks, except for the first that reaches the thread's end. */
export const INTERVAL_MS = 5000;

/** The newest post in view. */
export interface SeenPost {
  created: string;
  /** It is the thread's last post. */
  isEnd: boolean;
}

export interface ReadMarkerPorts {
  /** The newest post whose end is in view; null if none is, or if the page is hidden. */
  newestInView: () => SeenPost | null;
  /** True if unread posts precede this one, or if it is unread itself. */
  isUnread: (seen: SeenPost) => boolean;
  /** The reader has seen the thread up to this post: called at once, before the mark is sent. */
  onSeen: (seen: SeenPost) => void;
  /** Sends the mark. */
  send: (upTo: string) => void;
  /** The reader left before the newest posts counted as read. */
  onLeftEarly: () => void;
}

type Timer = ReturnType<typeof setTimeout>;

/** Follows how far a reader has seen a thread, and sends the marks at a limited rate. */
export class ReadMarker {
  readonly #ports: ReadMarkerPorts;
  #seenTimer: Timer | null = null;
  #sendTimer: Timer | null = null;
  #unsent: SeenPost | null = null;
  #lastSent: { atMs: number; isEnd: boolean } | null = null;

  constructor(ports: ReadMarkerPorts) {
    this.#ports = ports;
  }

  /** Called whenever the posts in view may have changed. */
  look(): void {
    if (this.#seenTimer !== null) return;
    const first = this.#unreadInView();
    if (first === null) return;
    this.#seenTimer = setTimeout(() => {
      this.#seenTimer = null;
      const now = this.#unreadInView();
      // Only what was in view, or above, at both times was seen.
      if (now !== null)
        this.#see(Date.parse(now.created) < Date.parse(first.created) ? now : first);
      this.look();
    }, SEEN_MS);
  }

  /** Called when the reader leaves the thread or hides the page. */
  leave(): void {
    if (this.#seenTimer !== null) {
      clearTimeout(this.#seenTimer);
      this.#seenTimer = null;
      this.#ports.onLeftEarly();
    }
    this.#send();
  }

  /** Forgets a mark that was not sent, since the reader wants the thread to stay unread. */
  cancel(): void {
    for (const timer of [this.#seenTimer, this.#sendTimer]) if (timer !== null) clearTimeout(timer);
    this.#seenTimer = null;
    this.#sendTimer = null;
    this.#unsent = null;
  }

  #unreadInView(): SeenPost | null {
    const seen = this.#ports.newestInView();
    return seen !== null && this.#ports.isUnread(seen) ? seen : null;
  }

  #see(seen: SeenPost): void {
    if (!this.#ports.isUnread(seen)) return;
    this.#ports.onSeen(seen);
    this.#unsent = seen;
    const last = this.#lastSent;
    const isFirst = last === null || (seen.isEnd && !last.isEnd);
    const waitMs = isFirst ? 0 : last.atMs + INTERVAL_MS - Date.now();
    if (waitMs <= 0) this.#send();
    else this.#sendTimer ??= setTimeout(() => this.#send(), waitMs);
  }

  #send(): void {
    if (this.#sendTimer !== null) clearTimeout(this.#sendTimer);
    this.#sendTimer = null;
    const unsent = this.#unsent;
    if (unsent === null) return;
    this.#unsent = null;
    this.#lastSent = { atMs: Date.now(), isEnd: unsent.isEnd };
    this.#ports.send(unsent.created);
  }
}
