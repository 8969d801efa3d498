import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  type ConnectionOptions,
  DELIVERY_MS,
  LiveConnection,
  type LiveState,
  QUIET_MS,
  RECONNECT_JITTER_MS,
  RECONNECT_MS,
} from "./connection.ts";
import { FakeServer } from "./testing.ts";

let server: FakeServer;
let polls: FakeServer;
let lastEventId: string | null;
let failures: boolean[];
let state: LiveState;
let connection: LiveConnection;

function options(): ConnectionOptions {
  return {
    readAfter: null,
    lastEventId: () => lastEventId,
    onMessage: (_data, eventId) => {
      lastEventId = eventId;
    },
    onState: (next) => {
      state = next;
    },
    onAlive: () => undefined,
    onFailure: (hadOpened) => failures.push(hadOpened),
    open: server.open,
    openPoll: polls.open,
    random: () => 0.5,
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  server = new FakeServer();
  polls = new FakeServer();
  lastEventId = null;
  failures = [];
  connection = new LiveConnection(options());
  connection.start();
});

afterEach(() => {
  connection.stop();
  vi.useRealTimers();
});

const reconnect = () => vi.advanceTimersByTime(RECONNECT_MS + RECONNECT_JITTER_MS);

describe("the live stream", () => {
  test("resumes from the page's load until the first event", () => {
    connection.stop();
    connection = new LiveConnection({ ...options(), readAfter: "41" });
    connection.start();
    expect(server.last.url).toBe("/api/live?since=41");
    server.last.listener.onError();
    reconnect();
    expect(server.last.url).toBe("/api/live?since=41");
    server.last.tell("44", { type: "hello", cursor: "44" });
    server.last.listener.onError();
    reconnect();
    expect(server.last.url).toBe("/api/live?lastEventId=44");
  });

  test("reconnects after five seconds plus jitter and resumes", () => {
    server.last.listener.onOpen();
    server.last.tell("7", { type: "me.changed" });
    server.last.listener.onError();
    expect(server.last.closed).toBe(true);
    vi.advanceTimersByTime(RECONNECT_MS + RECONNECT_JITTER_MS / 2 - 1);
    expect(server.streams).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(server.last.url).toBe("/api/live?lastEventId=7");
    expect(failures).toEqual([true]);
  });

  test("reconnects immediately when online again, but not after its end", () => {
    server.last.listener.onError();
    connection.hurry();
    expect(server.streams).toHaveLength(2);
    connection.stop();
    connection.hurry();
    expect(server.streams).toHaveLength(2);
  });

  test("is replaced by a stream that includes the watched communities", () => {
    server.last.tell("7", { type: "hello", cursor: "7" });
    connection.watch(["bridges"]);
    connection.watch([]);
    connection.watch(["piers", "bridges"]);
    expect(server.streams).toHaveLength(1);
    vi.advanceTimersByTime(0);
    expect(server.streams).toHaveLength(2);
    expect(server.streams[0]?.closed).toBe(true);
    expect(server.last.url).toBe("/api/live?lastEventId=7&community=bridges%2Cpiers");
    expect(connection.communities).toEqual(["bridges", "piers"]);
    connection.watch(["bridges", "piers"]);
    vi.advanceTimersByTime(0);
    expect(server.streams).toHaveLength(2);
    connection.watch([]);
    vi.advanceTimersByTime(0);
    expect(server.last.url).toBe("/api/live?lastEventId=7");
    connection.watch(["bridges"]);
    connection.watch([]);
    vi.advanceTimersByTime(0);
    expect(server.streams).toHaveLength(3);
  });

  test("reports whether a failed stream had opened", () => {
    server.last.listener.onError();
    expect(failures).toEqual([false]);
  });

  test("is replaced if nothing arrives after it has opened", () => {
    server.last.listener.onOpen();
    vi.advanceTimersByTime(DELIVERY_MS);
    expect(state).toBe("waiting");
    expect(server.last.closed).toBe(true);
  });

  test("is replaced once the server's keep-alives stop", () => {
    server.last.tell("1", { type: "hello", cursor: "1" });
    vi.advanceTimersByTime(QUIET_MS - 1);
    server.last.listener.onAlive();
    vi.advanceTimersByTime(QUIET_MS - 1);
    expect(server.last.closed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(server.last.closed).toBe(true);
  });

  test("polls after three failures if no stream has ever delivered", () => {
    for (let failed = 0; failed < 3; failed += 1) {
      server.last.listener.onError();
      reconnect();
    }
    expect([server.streams.length, polls.streams.length]).toEqual([3, 1]);
    polls.last.listener.onOpen();
    polls.last.tell("9", { type: "hello", cursor: "9" });
    expect(state).toBe("open");
    // A failed poll is followed by a stream, and a failed stream by a poll.
    polls.last.listener.onError();
    reconnect();
    expect([server.streams.length, polls.streams.length]).toEqual([4, 1]);
    expect(server.last.url).toBe("/api/live?lastEventId=9");
    server.last.listener.onError();
    reconnect();
    expect([server.streams.length, polls.streams.length]).toEqual([4, 2]);
  });

  test("does not poll once a stream has delivered", () => {
    server.last.tell("1", { type: "hello", cursor: "1" });
    for (let failed = 0; failed < 5; failed += 1) {
      server.last.listener.onError();
      reconnect();
    }
    expect([server.streams.length, polls.streams.length]).toEqual([6, 0]);
  });
});
