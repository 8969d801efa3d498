import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  LiveConnection,
  type LiveOptions,
  RECONNECT_JITTER_MS,
  RECONNECT_MS,
  type StreamListener,
} from "./connection.ts";
import type { LiveEvent } from "./events.ts";

class FakeStream {
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

let streams: FakeStream[];
let events: LiveEvent[];
let refused: number;
let watched: string[];
let connection: LiveConnection;

const options: LiveOptions = {
  onEvent: (event) => events.push(event),
  onState: () => undefined,
  onRefused: () => {
    refused += 1;
  },
  onWatched: (communityId) => watched.push(communityId),
  open: (url, listener) => {
    const stream = new FakeStream(url, listener);
    streams.push(stream);
    return stream;
  },
  random: () => 0.5,
};

beforeEach(() => {
  vi.useFakeTimers();
  streams = [];
  events = [];
  refused = 0;
  watched = [];
  connection = new LiveConnection(options);
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
  test("delivers each event once and ignores unknown ones", () => {
    last().tell("1", { type: "hello", cursor: "1" });
    last().tell("2", { type: "me.changed" });
    last().tell("2", { type: "me.changed" });
    last().tell("3", { type: "weather.changed" });
    last().listener.onMessage("not json", "");
    expect(events).toEqual([{ type: "me.changed" }]);
  });

  test("resumes from the page's load on the first connection only", () => {
    connection.stop();
    connection = new LiveConnection({ ...options, readAfter: "41" });
    connection.start();
    expect(last().url).toBe("/api/live?since=41");
    last().listener.onError();
    vi.advanceTimersByTime(RECONNECT_MS + RECONNECT_JITTER_MS);
    expect(last().url).toBe("/api/live?since=41");
    last().tell("44", { type: "hello", cursor: "44" });
    last().tell("44", { type: "resync" });
    expect(events).toEqual([{ type: "resync" }]);
    last().listener.onError();
    vi.advanceTimersByTime(RECONNECT_MS + RECONNECT_JITTER_MS);
    expect(last().url).toBe("/api/live?lastEventId=44");
  });

  test("reconnects after five seconds plus jitter and resumes", () => {
    last().listener.onOpen();
    last().tell("7", { type: "me.changed" });
    last().listener.onError();
    expect(last().closed).toBe(true);
    vi.advanceTimersByTime(RECONNECT_MS + RECONNECT_JITTER_MS / 2 - 1);
    expect(streams).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(last().url).toBe("/api/live?lastEventId=7");
    expect(refused).toBe(0);
  });

  test("resumes from the greeting if no event followed", () => {
    last().tell("", { type: "hello", cursor: 41 });
    last().listener.onOpen();
    last().listener.onError();
    vi.advanceTimersByTime(RECONNECT_MS + RECONNECT_JITTER_MS);
    expect(last().url).toBe("/api/live?lastEventId=41");
  });

  test("reconnects immediately when online again, but not after its end", () => {
    last().listener.onError();
    connection.hurry();
    expect(streams).toHaveLength(2);
    connection.stop();
    connection.hurry();
    expect(streams).toHaveLength(2);
  });

  test("handles resync and end messages with a known id", () => {
    last().tell("5", { type: "hello", cursor: "5" });
    last().tell("5", { type: "resync" });
    last().tell("6", { type: "me.changed" });
    last().tell("6", { type: "session.ended", reason: "paused" });
    expect(events.map((event) => event.type)).toEqual(["resync", "me.changed", "session.ended"]);
  });

  test("delivers typing and presence, for which the browser repeats the last id", () => {
    streams[0]?.tell("1", { type: "me.changed" });
    const typing = { type: "conversation.typing", conversationId: "c1", userId: "kwame" };
    streams[0]?.tell("1", typing);
    streams[0]?.tell("1", typing);
    streams[0]?.tell("1", { type: "presence.changed", userId: "kwame", online: true });
    expect(events.map(({ type }) => type)).toEqual([
      "me.changed",
      "conversation.typing",
      "conversation.typing",
      "presence.changed",
    ]);
  });

  test("is replaced by a stream that includes the watched community", () => {
    last().tell("7", { type: "hello", cursor: "7" });
    expect(watched).toEqual([]);
    connection.watch("bridges");
    connection.watch(null);
    connection.watch("piers");
    expect(streams).toHaveLength(1);
    vi.advanceTimersByTime(0);
    expect(streams).toHaveLength(2);
    expect(streams[0]?.closed).toBe(true);
    expect(last().url).toBe("/api/live?lastEventId=7&community=piers");
    last().tell("7", { type: "hello", cursor: "7" });
    expect(watched).toEqual(["piers"]);
    connection.watch(null);
    vi.advanceTimersByTime(0);
    expect(last().url).toBe("/api/live?lastEventId=7");
    connection.watch("bridges");
    connection.watch(null);
    vi.advanceTimersByTime(0);
    expect(streams).toHaveLength(3);
  });

  test("checks the session when refused", () => {
    last().listener.onError();
    expect(refused).toBe(1);
  });

  test("stays closed once the session has ended", () => {
    last().tell("2", { type: "session.ended", reason: "signed-out" });
    last().listener.onError();
    vi.advanceTimersByTime(60_000);
    expect(streams).toHaveLength(1);
    expect(events).toEqual([{ type: "session.ended", reason: "signed-out" }]);
  });
});
