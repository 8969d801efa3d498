import { ProblemError } from "../../api/problem.ts";
import type { Post, PostImage } from "../../api/types.ts";
import { removeStoredPost, storePost, loadStoredPosts, type OutboxStore } from "./outbox-store.ts";

/** A post written in this browser that the server has not confirmed. */
export interface PendingPost {
  /** Sent as the idempotency key, so that a retry never posts twice. */
  key: string;
  viewerId: string;
  communityId: string;
  threadId: string;
  parentPostId: string | null;
  /** The author of the parent post, for the composer when the text is restored. */
  replyTo: string | null;
  /** As typed, to restore it in the composer. */
  draft: string;
  /** As sent to the server. */
  content: string;
  /** Its uploaded pictures. */
  images: readonly PostImage[];
  created: string;
  state: "sending" | "queued";
  /** It was queued while offline, so its author may no longer be watching. */
  waited: boolean;
}

export interface OutboxPorts {
  send: (pending: PendingPost) => Promise<Post>;
  isOnline: () => boolean;
  /** The signed-in user; posts of other users are not sent. */
  viewerId: () => string | null;
  /** True while the page is unloading, which aborts its requests. */
  isUnloading: () => boolean;
  /**
   * Resolves when the saved post is on screen; until then the pending row stays, to avoid a
   * flicker.
   */
  onSaved: (pending: PendingPost, post: Post) => Promise<void>;
  /** Called after the post was removed from the screen; restores its text in the composer. */
  onFailed: (pending: PendingPost, problem: unknown) => void;
  store: OutboxStore;
}

const RETRY_AFTER_MS = 5000;

/**
 * The queue of unsent posts. One post is in flight at a time. Posts written offline are queued,
 * survive a reload, and are sent in order when the connection returns.
 */
export class Outbox {
  readonly #ports: OutboxPorts;
  readonly #listeners = new Set<() => void>();
  #pending: readonly PendingPost[];
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(ports: OutboxPorts) {
    this.#ports = ports;
    this.#pending = loadStoredPosts(ports.store);
  }

  readonly snapshot = (): readonly PendingPost[] => this.#pending;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get inFlight(): boolean {
    return this.#pending.some((pending) => pending.state === "sending");
  }

  /** False if another post is in flight. */
  submit(pending: Omit<PendingPost, "state" | "waited">): boolean {
    if (!this.#ports.isOnline()) {
      this.#hold({ ...pending, state: "queued", waited: true });
      return true;
    }
    if (this.inFlight) return false;
    const sending: PendingPost = { ...pending, state: "sending", waited: false };
    this.#hold(sending);
    void this.#deliver(sending);
    return true;
  }

  /** Removes a queued post and returns it, to be edited or discarded. */
  withdraw(key: string): PendingPost | null {
    const found = this.#pending.find((pending) => pending.key === key);
    if (found === undefined || found.state === "sending") return null;
    this.#drop(key);
    return found;
  }

  /** Sends the member's next queued post, then the rest one by one. */
  readonly flush = (viewerId: string): void => {
    if (this.inFlight || !this.#ports.isOnline()) return;
    // The user may have signed out while this call waited.
    if (this.#ports.viewerId() !== viewerId) return;
    const next = this.#pending.find((pending) => pending.viewerId === viewerId);
    if (next === undefined) return;
    const sending: PendingPost = { ...next, state: "sending" };
    this.#hold(sending);
    void this.#deliver(sending);
  };

  async #deliver(pending: PendingPost): Promise<void> {
    try {
      const post = await this.#ports.send(pending);
      await this.#ports.onSaved(pending, post);
      this.#drop(pending.key);
    } catch (problem) {
      // It stays stored unchanged, and the next page sends it again under the same key.
      if (this.#ports.isUnloading()) return;
      if (this.#mayWait(pending, problem)) {
        this.#queue(pending, problem);
        return;
      }
      this.#drop(pending.key);
      this.#ports.onFailed(pending, problem);
    }
    this.flush(pending.viewerId);
  }

  /** Keeps a post after a network failure; and after a rate limit if it was queued before. */
  #mayWait(pending: PendingPost, problem: unknown): boolean {
    if (!(problem instanceof ProblemError)) return false;
    if (problem.code === "rate-limited") return pending.waited;
    return problem.code === "network" && (pending.waited || !this.#ports.isOnline());
  }

  #queue(pending: PendingPost, problem: unknown): void {
    this.#hold({ ...pending, state: "queued", waited: true });
    if (this.#timer !== null) clearTimeout(this.#timer);
    const wait = problem instanceof ProblemError ? problem.retryAfter : null;
    this.#timer = setTimeout(
      () => this.flush(pending.viewerId),
      wait === null ? RETRY_AFTER_MS : wait * 1000,
    );
  }

  /** Queues a post at its current position, or as the last one. */
  #hold(pending: PendingPost): void {
    const at = this.#pending.findIndex((cached) => cached.key === pending.key);
    storePost(this.#ports.store, pending);
    this.#show(at === -1 ? [...this.#pending, pending] : this.#pending.with(at, pending));
  }

  #drop(key: string): void {
    removeStoredPost(this.#ports.store, key);
    this.#show(this.#pending.filter((pending) => pending.key !== key));
  }

  #show(pending: readonly PendingPost[]): void {
    this.#pending = pending;
    for (const listener of this.#listeners) listener();
  }
}
