import type { Message, MessageExcerpt } from "../../api/message-types.ts";
import type { PostImage } from "../../api/types.ts";

/** A message that the server has not confirmed yet. */
export interface PendingMessage {
  /** Sent as the idempotency key, so that a retry never sends twice. */
  key: string;
  viewerId: string;
  conversationId: string;
  /** As typed, to give it back to the composer. */
  draft: string;
  /** As sent to the server. */
  content: string;
  replyTo: (MessageExcerpt & { name: string }) | null;
  images: readonly PostImage[];
  created: string;
}

export interface OutboxPorts {
  send: (pending: PendingMessage) => Promise<Message>;
  /** True while the page is unloading, which aborts its requests. */
  isUnloading: () => boolean;
  onSaved: (pending: PendingMessage, message: Message) => void;
  /**
   * Called after the messages were removed from the screen: the one that failed, and those written
   * after it in the same conversation. Their text returns to the composer.
   */
  onFailed: (pending: readonly PendingMessage[], problem: unknown) => void;
}

/** Sends messages in the order of writing, one at a time in each conversation. */
export class MessageOutbox {
  readonly #ports: OutboxPorts;
  readonly #listeners = new Set<() => void>();
  readonly #busy = new Set<string>();
  #pending: readonly PendingMessage[] = [];

  constructor(ports: OutboxPorts) {
    this.#ports = ports;
  }

  readonly snapshot = (): readonly PendingMessage[] => this.#pending;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  submit(pending: PendingMessage): void {
    this.#show([...this.#pending, pending]);
    void this.#sendNext(pending.conversationId);
  }

  async #sendNext(conversationId: string): Promise<void> {
    const next = this.#pending.find((one) => one.conversationId === conversationId);
    if (next === undefined || this.#busy.has(conversationId)) return;
    this.#busy.add(conversationId);
    try {
      const message = await this.#ports.send(next);
      this.#ports.onSaved(next, message);
      this.#show(this.#pending.filter((one) => one !== next));
    } catch (problem) {
      if (this.#ports.isUnloading()) return;
      const failed = this.#pending.filter((one) => one.conversationId === conversationId);
      this.#show(this.#pending.filter((one) => one.conversationId !== conversationId));
      this.#ports.onFailed(failed, problem);
    } finally {
      this.#busy.delete(conversationId);
    }
    void this.#sendNext(conversationId);
  }

  #show(pending: readonly PendingMessage[]): void {
    this.#pending = pending;
    for (const listener of this.#listeners) listener();
  }
}
