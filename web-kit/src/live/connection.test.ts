import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type EventStream, LiveConnection, RECONNECT_JITTER_MS, RECONNECT_MS } from "./connection";
import type { LiveEvent } from "./events";

class FakeStream implements EventStream {
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent<string>) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  closed = false;
  readonly url: string;
  constructor(url: string) {
    this.url = url;
  }
  close(): void {
    this.closed = true;
  }
  tell(lastEventId: string, data: unknown): void {
    this.onmessage?.(new MessageEvent("message", { lastEventId, data: JSON.stringify(data) }));
  }
  fail(): void {
    this.onerror?.(new Event("error"));
  }
}

let streams: FakeStream[];
let events: LiveEvent[];
let refused: number;
let connection: LiveConnection;

beforeEach(() => {
  vi.useFakeTimers();
  streams = [];
  events = [];
  refused = 0;
  connection = new LiveConnection({
    onEvent: (event) => events.push(event),
    onState: () => undefined,
    onRefused: () => {
      refused += 1;
    },
    open: (url) => {
      const stream = new FakeStream(url);
      streams.push(stream);
      return stream;
    },
    random: () => 0.5,
  });
  connection.start();
});

afterEach(() => {
  connection.stop();
  vi.useRealTimers();
});

const last = () => {
  const stream = streams.at(-1);
  if (stream === undefined) throw new Error("nothing was opened");
  return stream;
};

describe("the live stream", () => {
  test("hands on each event once and ignores what it does not know", () => {
    last().tell("1", { type: "hello", cursor: "1" });
    last().tell("2", { type: "me.changed" });
    last().tell("2", { type: "me.changed" });
    last().tell("3", { type: "weather.changed" });
    last().onmessage?.(new MessageEvent("message", { data: "not json" }));
    expect(events).toEqual([{ type: "me.changed" }]);
  });

  test("comes back after five seconds and some, and resumes where it was", () => {
    last().onopen?.(new Event("open"));
    last().tell("7", { type: "me.changed" });
    last().fail();
    expect(last().closed).toBe(true);
    vi.advanceTimersByTime(RECONNECT_MS + RECONNECT_JITTER_MS / 2 - 1);
    expect(streams).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(last().url).toBe("/api/live?lastEventId=7");
    expect(refused).toBe(0);
  });

  test("starts from the greeting when nothing else has happened", () => {
    last().tell("", { type: "hello", cursor: 41 });
    last().onopen?.(new Event("open"));
    last().fail();
    vi.advanceTimersByTime(RECONNECT_MS + RECONNECT_JITTER_MS);
    expect(last().url).toBe("/api/live?lastEventId=41");
  });

  test("asks who we are when it is turned away", () => {
    last().fail();
    expect(refused).toBe(1);
  });

  test("stays closed once the session has ended", () => {
    last().tell("2", { type: "session.ended", reason: "signed-out" });
    last().fail();
    vi.advanceTimersByTime(60_000);
    expect(streams).toHaveLength(1);
    expect(events).toEqual([{ type: "session.ended", reason: "signed-out" }]);
  });
});
