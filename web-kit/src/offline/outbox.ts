import { ProblemError } from "../api/problem.ts";
import { activeLanguage } from "../language/active-language.ts";
import type { QueuedKind, QueuedRequest } from "./queue-request.ts";
import type { RequestQueue } from "./request-queue.ts";

/** Something written in this browser that the server has not confirmed. */
export interface PendingItem {
  /** The idempotency key, so that a retry never creates twice. */
  key: string;
  viewerId: string;
  /** ISO time. */
  created: string;
  state: "sending" | "queued";
  /** It was queued while offline, so its author may no longer be watching. */
  waited: boolean;
}

/** A pending item before it is submitted. */
export type NewItem<Item extends PendingItem> = Omit<Item, "state" | "waited">;

export interface OutboxPorts<Item extends PendingItem, Saved> {
  kind: QueuedKind;
  /** Items of one lane are sent one after the other. */
  laneOf: (item: NewItem<Item>) => string;
  toRequest: (item: NewItem<Item>) => { path: string; body: unknown };
  /** Reads a stored item; null if an earlier release stored it in another form. */
  readItem: (value: unknown) => NewItem<Item> | null;
  send: (item: NewItem<Item>) => Promise<Saved>;
  /** Loads the queue; it is needed only once something is written. */
  openQueue: () => Promise<RequestQueue>;
  isOnline: () => boolean;
  /** True while the page is unloading, which aborts its requests. */
  isUnloading: () => boolean;
  /**
   * Resolves when the saved item is on screen; until then the pending row stays, to avoid a
   * flicker.
   */
  onSaved: (item: NewItem<Item>, saved: Saved) => Promise<void>;
  /** Called after the items were removed from the screen; restores their text in the composer. */
  onFailed: (items: readonly NewItem<Item>[], problem: unknown) => void;
}

/**
 * What this browser has written and not sent. With a connection an item is sent at once; without
 * one it is queued, survives the end of the browser, and is sent in order later.
 */
export class Outbox<Item extends PendingItem, Saved> {
  readonly #ports: OutboxPorts<Item, Saved>;
  readonly #listeners = new Set<() => void>();
  readonly #busy = new Set<string>();
  /** Keys of items that are being stored. */
  readonly #storing = new Set<string>();
  /** Keys of items that are no longer pending; a late notice must not show them again. */
  readonly #done = new Set<string>();
  #pending: readonly Item[] = [];
  #queue: Promise<RequestQueue> | null = null;

  constructor(ports: OutboxPorts<Item, Saved>) {
    this.#ports = ports;
  }

  readonly snapshot = (): readonly Item[] => this.#pending;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get inFlight(): boolean {
    return this.#pending.some((pending) => pending.state === "sending");
  }

  submit(item: NewItem<Item>): void {
    // Behind queued items, since the order of writing is kept.
    const waits =
      !this.#ports.isOnline() ||
      this.#pending.some((one) => one.waited && one.viewerId === item.viewerId);
    this.#show([...this.#pending, toPending<Item>(item, waits)]);
    void this.#store(item, waits);
  }

  /** Removes a queued item and returns it, to be edited or discarded. Null if it is on its way. */
  async withdraw(key: string): Promise<Item | null> {
    const found = this.#pending.find((pending) => pending.key === key);
    if (found === undefined || found.state === "sending") return null;
    const queue = await this.#open();
    if ((await queue.withdraw(key)) === null) return null;
    this.#drop(key);
    return found;
  }

  /** Sends the person's queued items. */
  readonly flush = async (viewerId: string): Promise<void> => {
    const queue = await this.#open();
    await queue.flush(viewerId);
  };

  /** Stores an item, then sends it, or queues it. */
  async #store(item: NewItem<Item>, waits: boolean): Promise<void> {
    const lane = this.#ports.laneOf(item);
    this.#storing.add(item.key);
    try {
      const queue = await this.#open();
      await queue.add(this.#toRequest(item, waits));
      if (waits) await queue.flushLater(item.viewerId);
    } catch (problem) {
      // Without storage, an item that cannot be sent now returns to the composer.
      if (waits) {
        this.#fail([item], problem);
        return;
      }
    } finally {
      this.#storing.delete(item.key);
    }
    if (!waits) await this.#sendLane(lane);
  }

  async #sendLane(lane: string): Promise<void> {
    const next = this.#unsent(lane)[0];
    if (next === undefined || this.#busy.has(lane)) return;
    this.#busy.add(lane);
    try {
      await this.#deliver(next);
    } catch (problem) {
      // It stays stored, and the next page sends it again under the same key.
      if (this.#ports.isUnloading()) return;
      await this.#handleFailure(lane, next, problem);
    } finally {
      this.#busy.delete(lane);
    }
    await this.#sendLane(lane);
  }

  async #deliver(item: Item): Promise<void> {
    const queue = await this.#open();
    const saved = await queue.sendNow(item.key, () => this.#ports.send(item));
    this.#done.add(item.key);
    if (saved !== null) await this.#ports.onSaved(item, saved);
    await queue.settle(item.key);
    this.#drop(item.key);
  }

  /** Without a connection the lane waits; otherwise its items return to the composer. */
  async #handleFailure(lane: string, item: Item, problem: unknown): Promise<void> {
    const queue = await this.#open().catch(() => null);
    const isOffline = problem instanceof ProblemError && problem.code === "network";
    const unsent = this.#unsent(lane);
    if (queue !== null && isOffline && !this.#ports.isOnline()) {
      for (const one of unsent) this.#replace({ ...one, state: "queued", waited: true });
      await queue.flushLater(item.viewerId);
      return;
    }
    if (queue !== null) await Promise.all(unsent.map((one) => queue.settle(one.key)));
    this.#fail(unsent, problem);
  }

  /** Items that this page sends itself. */
  #unsent(lane: string): Item[] {
    return this.#pending.filter((one) => !one.waited && this.#ports.laneOf(one) === lane);
  }

  #fail(items: readonly NewItem<Item>[], problem: unknown): void {
    for (const { key } of items) this.#drop(key);
    this.#ports.onFailed(items, problem);
  }

  #toRequest(item: NewItem<Item>, waits: boolean): QueuedRequest {
    const created = Date.now();
    return {
      ...this.#ports.toRequest(item),
      key: item.key,
      viewerId: item.viewerId,
      language: activeLanguage(),
      kind: this.#ports.kind,
      item,
      created,
      attemptedAt: waits ? null : created,
      problem: null,
    };
  }

  /** Loads the queue once; a failed download is tried again. */
  #open(): Promise<RequestQueue> {
    this.#queue ??= this.#ports.openQueue().then(
      (queue) => this.#connect(queue),
      (problem: unknown) => {
        this.#queue = null;
        throw problem;
      },
    );
    return this.#queue;
  }

  #connect(queue: RequestQueue): RequestQueue {
    queue.handle(this.#ports.kind, {
      onSent: async (request, response) => {
        if (this.#done.has(request.key)) return;
        this.#done.add(request.key);
        const item = this.#ports.readItem(request.item);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the response to its own request
        if (item !== null) await this.#ports.onSaved(item, response as Saved);
        this.#drop(request.key);
      },
      onRefused: ({ item, problem }) => {
        const refused = this.#ports.readItem(item);
        if (refused !== null && problem !== null) {
          this.#fail([refused], new ProblemError(problem));
        }
      },
      onChanged: (requests) => this.#synchronise(requests),
      onSending: (key) => this.#showSending(key),
    });
    return queue;
  }

  /** Shows what is stored, next to items that this page sends itself. */
  #synchronise(requests: readonly QueuedRequest[]): void {
    const before = new Map(this.#pending.map((one) => [one.key, one]));
    const own = this.#pending.filter((one) => !one.waited || this.#storing.has(one.key));
    const ownKeys = new Set(own.map(({ key }) => key));
    const queued = requests
      .filter((one) => !ownKeys.has(one.key) && !this.#done.has(one.key) && isQueued(one))
      .flatMap(({ key, item }) => {
        const stored = this.#ports.readItem(item);
        return before.get(key) ?? (stored === null ? [] : toPending<Item>(stored, true));
      });
    this.#show([...queued, ...own]);
  }

  #showSending(key: string | null): void {
    this.#show(
      this.#pending.map((one) =>
        one.waited ? { ...one, state: one.key === key ? "sending" : "queued" } : one,
      ),
    );
  }

  #replace(item: Item): void {
    this.#show(this.#pending.map((one) => (one.key === item.key ? item : one)));
  }

  #drop(key: string): void {
    this.#show(this.#pending.filter((pending) => pending.key !== key));
  }

  #show(pending: readonly Item[]): void {
    this.#pending = pending;
    for (const listener of this.#listeners) listener();
  }
}

/** False while another page sends it; a request of an earlier page has no page that would. */
function isQueued({ attemptedAt, created }: QueuedRequest): boolean {
  return attemptedAt === null || created < performance.timeOrigin;
}

function toPending<Item extends PendingItem>(item: NewItem<Item>, waits: boolean): Item {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- adds exactly the omitted fields
  return { ...item, state: waits ? "queued" : "sending", waited: waits } as Item;
}
