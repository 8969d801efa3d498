import { ProblemError } from "../../api/problem.ts";
import type { Post, PostImage } from "../../api/types.ts";
import { forgetPost, keepPost, keptPosts, type OutboxStore } from "./outbox-store.ts";

/** A post written here that the server has not confirmed. */
export interface PendingPost {
  /** Sent as the idempotency key, so that a repeat never posts twice. */
  key: string;
  viewerId: string;
  communityId: string;
  threadId: string;
  parentPostId: string | null;
  /** Whom it answers, for the composer when the words come back. */
  replyTo: string | null;
  /** As typed, to give back to the composer. */
  draft: string;
  /** As sent. */
  content: string;
  /** Its pictures, which the server has already. */
  images: readonly PostImage[];
  created: string;
  state: "sending" | "queued";
  /** It has waited for a connection, so nobody is watching for its answer. */
  waited: boolean;
}

export interface OutboxPorts {
  send: (pending: PendingPost) => Promise<Post>;
  isOnline: () => boolean;
  /** Who is signed in: nothing is sent in anybody else's name. */
  viewerId: () => string | null;
  /** The page is going away and takes its requests with it; that says nothing about them. */
  isLeaving: () => boolean;
  /** Done when the saved post is on screen: until then it is shown as it waits, so that it never blinks. */
  onSaved: (pending: PendingPost, post: Post) => Promise<void>;
  /** The post is gone from the screen; its words go back to where they were typed. */
  onFailed: (pending: PendingPost, problem: unknown) => void;
  store: OutboxStore;
}

const RETRY_AFTER_MS = 5000;

/**
 * Everything on its way to the server. One post is in flight at a time; what is written without a
 * connection waits here, survives a reload and is sent in order when the connection is back.
 */
export class Outbox {
  readonly #ports: OutboxPorts;
  readonly #listeners = new Set<() => void>();
  #pending: readonly PendingPost[];
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(ports: OutboxPorts) {
    this.#ports = ports;
    this.#pending = keptPosts(ports.store);
  }

  readonly snapshot = (): readonly PendingPost[] => this.#pending;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get inFlight(): boolean {
    return this.#pending.some((pending) => pending.state === "sending");
  }

  /** False when another post is still on its way. */
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

  /** Takes a waiting post back, to be edited or forgotten. */
  withdraw(key: string): PendingPost | null {
    const found = this.#pending.find((pending) => pending.key === key);
    if (found === undefined || found.state === "sending") return null;
    this.#drop(key);
    return found;
  }

  /** Sends the next waiting post of this member; the rest follow one by one. */
  readonly flush = (viewerId: string): void => {
    if (this.inFlight || !this.#ports.isOnline()) return;
    // A turn that was waited for may come after a sign-out.
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
      // It stays in the store as it is, and the next page sends it again under the same key.
      if (this.#ports.isLeaving()) return;
      if (this.#mayWait(pending, problem)) {
        this.#queue(pending, problem);
        return;
      }
      this.#drop(pending.key);
      this.#ports.onFailed(pending, problem);
    }
    this.flush(pending.viewerId);
  }

  /** A lost connection keeps a post, and so does a full minute for one that waited anyway. */
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

  /** Keeps a post where it stands, or as the last one. */
  #hold(pending: PendingPost): void {
    const at = this.#pending.findIndex((held) => held.key === pending.key);
    keepPost(this.#ports.store, pending);
    this.#show(at === -1 ? [...this.#pending, pending] : this.#pending.with(at, pending));
  }

  #drop(key: string): void {
    forgetPost(this.#ports.store, key);
    this.#show(this.#pending.filter((pending) => pending.key !== key));
  }

  #show(pending: readonly PendingPost[]): void {
    this.#pending = pending;
    for (const listener of this.#listeners) listener();
  }
}
