import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { QUIET_MS, type LiveState } from "./connection.ts";
import { SharedConnection } from "./shared-connection.ts";
import { FakeChannels, FakeLocks, FakeServer } from "./testing.ts";

interface Tab {
  connection: SharedConnection;
  events: string[];
  watched: string[];
  state: LiveState;
  suspend: (isSuspended: boolean) => void;
}

let server: FakeServer;
let channels: FakeChannels;
let locks: FakeLocks;
let tabs: Tab[];

beforeEach(() => {
  vi.useFakeTimers();
  server = new FakeServer();
  channels = new FakeChannels();
  locks = new FakeLocks();
  tabs = [];
});

afterEach(() => {
  for (const { connection } of tabs) connection.stop();
  vi.useRealTimers();
});

async function openTab(readAfter: string | null = null, hasLocks = true): Promise<Tab> {
  const { open, suspend } = channels.tab();
  const tab: Tab = {
    connection: new SharedConnection({
      viewerId: "ada",
      readAfter,
      onEvent: ({ type }) => tab.events.push(type),
      onState: (state) => {
        tab.state = state;
      },
      onWatched: (communityId) => tab.watched.push(communityId),
      onDelivery: () => undefined,
      onFailure: () => undefined,
      open: server.open,
      openPoll: server.open,
      openChannel: open,
      locks: hasLocks ? locks : null,
    }),
    events: [],
    watched: [],
    state: "closed",
    suspend,
  };
  tabs.push(tab);
  tab.connection.start();
  await settle();
  return tab;
}

/** Runs what waits for a lock. */
const settle = () => vi.advanceTimersByTimeAsync(0);
const listening = () => tabs.filter(({ connection }) => connection.isListening);

describe("the live stream of several tabs", () => {
  test("is one stream whose events reach each tab once", async () => {
    const [one, two, three] = [await openTab("1"), await openTab("1"), await openTab("1")];
    expect(server.streams).toHaveLength(1);
    server.last.listener.onOpen();
    server.last.tell("1", { type: "hello", cursor: "1" });
    server.last.tell("2", { type: "me.changed" });
    for (const tab of [one, two, three]) {
      expect([tab.state, tab.events]).toEqual(["open", ["me.changed"]]);
    }
    const late = await openTab("2");
    expect([late.state, late.events]).toEqual(["open", []]);
  });

  test("moves to another tab when the listening one closes, and resumes after its last event", async () => {
    const one = await openTab();
    const two = await openTab();
    server.last.tell("7", { type: "me.changed" });
    one.connection.stop();
    await settle();
    expect(server.running).toHaveLength(1);
    expect(server.last.url).toBe("/api/live?lastEventId=7");
    expect(two.connection.isListening).toBe(true);
    server.last.tell("7", { type: "me.changed" });
    server.last.tell("8", { type: "me.changed" });
    expect(two.events).toEqual(["me.changed", "me.changed"]);
  });

  test("is taken over by a visible tab once the listening one is silent", async () => {
    const one = await openTab();
    const two = await openTab();
    server.last.tell("7", { type: "me.changed" });
    const stream = server.last;
    await vi.advanceTimersByTimeAsync(QUIET_MS - 10_000);
    stream.listener.onAlive();
    one.suspend(true);
    await vi.advanceTimersByTimeAsync(QUIET_MS - 1000);
    expect(listening()).toEqual([one]);
    await vi.advanceTimersByTimeAsync(6000);
    expect(listening()).toEqual([two]);
    expect(server.running).toHaveLength(1);
    expect(server.last.url).toBe("/api/live?lastEventId=7");
    // The suspended tab missed an event; the next one reveals it.
    server.last.tell("8", { type: "me.changed" });
    one.suspend(false);
    server.last.tell("9", { type: "me.changed" });
    expect(one.events).toEqual(["me.changed", "resync", "me.changed"]);
    expect(two.events).toEqual(["me.changed", "me.changed", "me.changed"]);
  });

  test("is left to the listening tab while this one is hidden, and for a moment after", async () => {
    const one = await openTab();
    const two = await openTab();
    const hidden = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    const connectionIsQuiet = QUIET_MS + 6000;
    // Its own connection is replaced meanwhile; the other tab hears of neither.
    two.suspend(true);
    await vi.advanceTimersByTimeAsync(connectionIsQuiet);
    expect(listening()).toEqual([one]);
    hidden.mockRestore();
    two.connection.wake();
    await vi.advanceTimersByTimeAsync(1000);
    expect(listening()).toEqual([one]);
    await vi.advanceTimersByTimeAsync(6000);
    expect(listening()).toEqual([two]);
  });

  test("includes the communities that any of the tabs watches", async () => {
    const one = await openTab();
    const two = await openTab();
    one.connection.watch("piers");
    two.connection.watch("bridges");
    await settle();
    expect(server.last.url).toBe("/api/live?community=bridges%2Cpiers");
    server.last.tell("5", { type: "hello", cursor: "5" });
    expect([one.watched, two.watched]).toEqual([["piers"], ["bridges"]]);
    one.connection.stop();
    await settle();
    expect(server.last.url).toBe("/api/live?lastEventId=5&community=bridges");
  });

  test("resyncs a tab whose data is older than the last event", async () => {
    await openTab("5");
    server.last.tell("5", { type: "hello", cursor: "5" });
    server.last.tell("9", { type: "me.changed" });
    const late = await openTab("8");
    expect(late.events).toEqual(["resync"]);
    const current = await openTab("9");
    expect(current.events).toEqual([]);
  });

  test("ends in all tabs with the session, and none reconnects", async () => {
    const one = await openTab();
    const two = await openTab();
    server.last.tell("2", { type: "session.ended", reason: "signed-out" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([one.events, two.events]).toEqual([["session.ended"], ["session.ended"]]);
    expect(server.streams).toHaveLength(1);
    expect([one.state, two.state]).toEqual(["closed", "closed"]);
  });

  test("resumes when the page returns from the back/forward cache", async () => {
    const one = await openTab();
    server.last.tell("3", { type: "me.changed" });
    one.connection.stop();
    expect(server.running).toHaveLength(0);
    one.connection.start();
    await settle();
    expect(server.last.url).toBe("/api/live?lastEventId=3");
  });

  test("is a stream of its own in each tab of a browser without locks", async () => {
    const one = await openTab(null, false);
    const two = await openTab(null, false);
    expect(server.running).toHaveLength(2);
    server.streams[0]?.tell("1", { type: "me.changed" });
    expect([one.events, two.events]).toEqual([["me.changed"], []]);
    two.connection.stop();
    expect(server.running).toHaveLength(1);
  });
});
