import type { OpenStream, StreamListener } from "./stream.ts";
import type { OpenChannel, TabMessage } from "./tab-channel.ts";
import type { TabLocks } from "./shared-connection.ts";

/** A stream of a test, which plays the server. */
export class FakeStream {
  closed = false;
  readonly url: string;
  readonly listener: StreamListener;
  constructor(url: string, listener: StreamListener) {
    this.url = url;
    this.listener = listener;
  }
  close(): void {
    this.closed = true;
  }
  tell(eventId: string, data: unknown): void {
    this.listener.onMessage(JSON.stringify(data), eventId);
  }
}

/** The streams that were opened, the latest last. */
export class FakeServer {
  readonly streams: FakeStream[] = [];
  readonly open: OpenStream = (url, listener) => {
    const stream = new FakeStream(url, listener);
    this.streams.push(stream);
    return stream;
  };
  get last(): FakeStream {
    const stream = this.streams.at(-1);
    if (stream === undefined) throw new Error("no stream was opened");
    return stream;
  }
  get running(): FakeStream[] {
    return this.streams.filter(({ closed }) => !closed);
  }
}

/** The channel between the tabs of a test; a suspended tab neither sends nor receives. */
export class FakeChannels {
  readonly #tabs = new Set<{ onMessage: (message: TabMessage) => void; isSuspended: boolean }>();
  readonly messages: TabMessage[] = [];

  /** Opens the channel of one tab; returns a function that suspends it, as a device does. */
  tab(): { open: OpenChannel; suspend: (isSuspended: boolean) => void } {
    const tab = { onMessage: (_message: TabMessage) => undefined as void, isSuspended: false };
    const open: OpenChannel = (_name, onMessage) => {
      tab.onMessage = onMessage;
      this.#tabs.add(tab);
      return {
        post: (message) => {
          if (tab.isSuspended) return;
          this.messages.push(message);
          for (const other of this.#tabs) {
            if (other !== tab && !other.isSuspended) other.onMessage(structuredClone(message));
          }
        },
        close: () => this.#tabs.delete(tab),
      };
    };
    const suspend = (isSuspended: boolean) => {
      tab.isSuspended = isSuspended;
    };
    return { open, suspend };
  }
}

interface WaitingLock {
  grant: () => void;
}

/** One lock for all tabs, with the order and stealing of Web Locks. */
export class FakeLocks {
  #held: { reject: (reason: Error) => void } | null = null;
  #waiting: WaitingLock[] = [];

  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the used overload
  readonly request = ((_name: string, options: LockOptions, act: () => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      const grant = () => {
        const held = { reject };
        this.#held = held;
        void act().then(() => {
          resolve();
          if (this.#held === held) this.#next();
        });
      };
      const waiting = { grant };
      options.signal?.addEventListener("abort", () => {
        if (!this.#waiting.includes(waiting)) return;
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        reject(new Error("aborted"));
      });
      if (options.steal === true) {
        this.#held?.reject(new Error("stolen"));
        grant();
      } else if (this.#held === null) grant();
      else this.#waiting.push(waiting);
    })) as TabLocks["request"];

  #next(): void {
    this.#held = null;
    this.#waiting.shift()?.grant();
  }
}
