import { flushQueue, localRefusal, SYNC_TAG } from "./flush-queue.ts";
import { lockNames, withLock, withLockIfFree } from "./locks.ts";
import { listenToQueue, publishQueueNotice, type QueueNotice } from "./queue-channel.ts";
import type { QueuedKind, QueuedRequest } from "./queue-request.ts";
import type { QueueStore } from "./queue-store.ts";
import type { SendOutcome } from "./send-request.ts";

/** What a page does with the requests of one kind. */
export interface QueueHandler {
  /** The server has performed a request, in this page or elsewhere. */
  onSent: (request: QueuedRequest, response: unknown) => Promise<void>;
  /** The server has refused a request, which is removed from the queue. */
  onRefused: (request: QueuedRequest) => void;
  /** Called with all stored requests of the kind, after a change by this or another page. */
  onChanged?: (requests: readonly QueuedRequest[]) => void;
  /** A request is on its way; null when it has ended. */
  onSending?: (key: string | null) => void;
}

export interface RequestQueuePorts {
  store: QueueStore;
  send: (request: QueuedRequest) => Promise<SendOutcome>;
  isOnline: () => boolean;
  /** The signed-in user; requests of other users are not sent. */
  viewerId: () => string | null;
  now: () => number;
  /** Called when the server no longer knows the session. */
  onSessionLost: (outcome: SendOutcome) => void;
  /** Asks the browser to send the queue even after the page was closed. */
  registerSync: (tag: string) => Promise<void>;
}

const RETRY_AFTER_MS = 5000;

/** The page's side of the queue of unsent requests. */
export class RequestQueue {
  readonly #ports: RequestQueuePorts;
  readonly #handlers = new Map<QueuedKind, QueueHandler>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #flushing: Promise<void> | null = null;
  readonly stop: () => void;

  constructor(ports: RequestQueuePorts) {
    this.#ports = ports;
    this.stop = listenToQueue((notice) => void this.#receive(notice).catch(() => undefined));
  }

  /** Registers what to do with requests of a kind, and passes on those that are stored. */
  handle(kind: QueuedKind, handler: QueueHandler): void {
    this.#handlers.set(kind, handler);
    void this.#notifyChanged().catch(() => undefined);
  }

  /** Stores a request durably. */
  async add(request: QueuedRequest): Promise<void> {
    await this.#ports.store.add(request);
    publishQueueNotice({ type: "changed" });
  }

  /** Removes a request. Null if it was removed elsewhere or is on its way. */
  async withdraw(key: string): Promise<QueuedRequest | null> {
    const remove = () => this.#ports.store.remove(key);
    const removed = await withLockIfFree(lockNames.request(key), remove, null);
    publishQueueNotice({ type: "changed" });
    return removed;
  }

  /** Removes a request that was performed or that failed while its author watched. */
  async settle(key: string): Promise<void> {
    await this.#ports.store.remove(key);
    publishQueueNotice({ type: "changed" });
  }

  /**
   * Sends a stored request now. Resolves to null if another page has already sent it. No other page
   * sends it at the same time.
   */
  sendNow<Result>(key: string, send: () => Promise<Result>): Promise<Result | null> {
    return withLock(lockNames.request(key), async () =>
      (await this.#ports.store.find(key)) === null ? null : send(),
    );
  }

  /** Sends the person's requests now, if there is a connection, and later what remains. */
  flush(viewerId: string): Promise<void> {
    this.#flushing ??= this.#flush(viewerId)
      // The storage failed; the requests are still there.
      .catch(() => this.#schedule(viewerId, null))
      .finally(() => {
        this.#flushing = null;
      });
    return this.#flushing;
  }

  /** Sends the queue as soon as possible, also after the page was closed. */
  async flushLater(viewerId: string): Promise<void> {
    if (this.#ports.isOnline()) {
      this.#schedule(viewerId, null);
      return;
    }
    await this.#ports.registerSync(SYNC_TAG).catch(() => undefined);
  }

  async #flush(viewerId: string): Promise<void> {
    await this.#takeRefused(viewerId);
    if (!this.#mayFlush(viewerId)) return;
    const { store, send, now } = this.#ports;
    const result = await flushQueue(viewerId, {
      store,
      now,
      publish: publishQueueNotice,
      mayContinue: () => Promise.resolve(this.#mayFlush(viewerId)),
      send: async (request) => {
        const outcome = await send(request);
        if (outcome.type === "later" && outcome.problem.status === 401) {
          this.#ports.onSessionLost(outcome);
        }
        return outcome;
      },
      onSending: ({ kind, key }) => this.#handlers.get(kind)?.onSending?.(key),
      onSent: (request, response) => this.#onSent(request, response),
    });
    for (const handler of this.#handlers.values()) handler.onSending?.(null);
    await this.#takeRefused(viewerId);
    await this.#notifyChanged();
    if (result.isIncomplete) this.#schedule(viewerId, result.problem?.retryAfter ?? null);
  }

  #mayFlush(viewerId: string): boolean {
    return this.#ports.isOnline() && this.#ports.viewerId() === viewerId;
  }

  #schedule(viewerId: string, retryAfterS: number | null): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => void this.flush(viewerId),
      retryAfterS === null ? RETRY_AFTER_MS : retryAfterS * 1000,
    );
  }

  async #receive(notice: QueueNotice): Promise<void> {
    if (notice.type === "sent") await this.#onSent(notice.request, notice.response);
    await this.#notifyChanged();
  }

  async #onSent(request: QueuedRequest, response: unknown): Promise<void> {
    // Another person may use the browser by now; nothing of the request is theirs to see.
    if (this.#ports.viewerId() !== request.viewerId) return;
    await this.#handlers.get(request.kind)?.onSent(request, response);
  }

  /** Shows the refusals of the person's requests, each in one page only. */
  async #takeRefused(viewerId: string): Promise<void> {
    const { store } = this.#ports;
    const refused = (await store.all()).filter(
      (one) => one.viewerId === viewerId && one.problem !== null && this.#handlers.has(one.kind),
    );
    const taken = await Promise.all(refused.map(({ key }) => store.remove(key)));
    for (const request of taken) {
      if (request === null || request.problem === null) continue;
      const problem = localRefusal(request.problem);
      this.#handlers.get(request.kind)?.onRefused({ ...request, problem });
    }
  }

  async #notifyChanged(): Promise<void> {
    const requests = await this.#ports.store.all();
    for (const [kind, handler] of this.#handlers) {
      handler.onChanged?.(requests.filter((one) => one.kind === kind && one.problem === null));
    }
  }
}
