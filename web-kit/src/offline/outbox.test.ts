import { beforeEach, describe, expect, test, vi } from "vitest";
import { networkProblem, ProblemError } from "../api/problem.ts";
import { lockNames, withLockIfFree } from "./locks.ts";
import { Outbox, type NewItem, type OutboxPorts, type PendingItem } from "./outbox.ts";
import { memoryStore, type QueueStore } from "./queue-store.ts";
import { RequestQueue } from "./request-queue.ts";
import type { SendOutcome } from "./send-request.ts";

interface Note extends PendingItem {
  lane: string;
}
type NewNote = NewItem<Note>;

const written = (key: string, lane = "one"): NewNote => ({
  key,
  viewerId: "nadia",
  lane,
  created: "2026-11-20T10:00:00Z",
});

const refused = (status: number, code: string) =>
  new ProblemError({ status, code, detail: code, errors: [], retryAfter: 1 });

let online: boolean;
let viewerId: string | null;
let unloading: boolean;
let store: QueueStore;
let answers: { resolve: (saved: string) => void; reject: (cause: unknown) => void }[];
/** Keys sent by the outbox itself, and by the queue. */
let sent: string[];
let flushed: string[];
let outcomes: SendOutcome[];
let ports: OutboxPorts<Note, string>;

const answerNext = (key: string): Promise<SendOutcome> =>
  Promise.resolve(outcomes.shift() ?? { type: "sent", response: `saved ${key}` });

function openQueue(answer = answerNext) {
  return new RequestQueue({
    store,
    isOnline: () => online,
    viewerId: () => viewerId,
    now: () => Date.now(),
    onSessionLost: vi.fn(),
    registerSync: () => Promise.resolve(),
    send: ({ key }) => {
      flushed.push(key);
      return answer(key);
    },
  });
}

function isNote(value: unknown): value is NewNote {
  return typeof value === "object" && value !== null && "lane" in value;
}

beforeEach(() => {
  online = true;
  viewerId = "nadia";
  unloading = false;
  store = memoryStore();
  answers = [];
  sent = [];
  flushed = [];
  outcomes = [];
  ports = {
    kind: "post",
    laneOf: ({ lane }) => lane,
    toRequest: () => ({ path: "/api/notes", body: {} }),
    readItem: (value) => (isNote(value) ? value : null),
    send: ({ key }) => {
      sent.push(key);
      return new Promise((resolve, reject) => answers.push({ resolve, reject }));
    },
    openQueue: () => Promise.resolve(openQueue()),
    isOnline: () => online,
    isUnloading: () => unloading,
    onSaved: vi.fn(() => Promise.resolve()),
    onFailed: vi.fn(),
  };
});

const states = (outbox: Outbox<Note, string>) =>
  outbox.snapshot().map(({ key, state }) => `${key} ${state}`);
const storedKeys = async () => (await store.all()).map(({ key }) => key);

describe("an outbox", () => {
  test("shows an item as sending until the saved one is on screen", async () => {
    const shown = Promise.withResolvers<void>();
    ports.onSaved = () => shown.promise;
    const outbox = new Outbox(ports);
    outbox.submit(written("a"));
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    answers[0]?.resolve("saved");
    expect(states(outbox)).toEqual(["a sending"]);
    shown.resolve();
    await vi.waitFor(() => expect(states(outbox)).toEqual([]));
    expect(await storedKeys()).toEqual([]);
  });

  test("has one item of a lane in flight at a time", async () => {
    const outbox = new Outbox(ports);
    outbox.submit(written("a"));
    outbox.submit(written("b"));
    outbox.submit(written("c", "two"));
    await vi.waitFor(() => expect(sent).toEqual(["a", "c"]));
    answers[0]?.resolve("saved");
    await vi.waitFor(() => expect(sent).toEqual(["a", "c", "b"]));
  });

  test("returns a refused item and those behind it in its lane", async () => {
    const outbox = new Outbox(ports);
    outbox.submit(written("a"));
    outbox.submit(written("b"));
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    answers[0]?.reject(refused(403, "blocked"));
    await vi.waitFor(() => expect(states(outbox)).toEqual([]));
    const [failed] = vi.mocked(ports.onFailed).mock.calls[0] ?? [];
    expect(failed?.map(({ key }) => key)).toEqual(["a", "b"]);
    expect(await storedKeys()).toEqual([]);
  });

  test("queues items written offline and sends them in order under the same keys", async () => {
    const outbox = new Outbox(ports);
    online = false;
    for (const key of ["a", "b", "c"]) outbox.submit(written(key));
    expect(states(outbox)).toEqual(["a queued", "b queued", "c queued"]);
    await vi.waitFor(async () => expect(await storedKeys()).toEqual(["a", "b", "c"]));
    online = true;
    await outbox.flush("nadia");
    expect(flushed).toEqual(["a", "b", "c"]);
    expect(states(outbox)).toEqual([]);
  });

  test("queues an item behind those that wait, although there is a connection", async () => {
    const outbox = new Outbox(ports);
    online = false;
    outbox.submit(written("a"));
    online = true;
    outbox.submit(written("b"));
    await vi.waitFor(async () => expect(await storedKeys()).toEqual(["a", "b"]));
    await outbox.flush("nadia");
    expect(sent).toEqual([]);
    expect(flushed).toEqual(["a", "b"]);
  });

  test("queues an item whose connection was lost", async () => {
    const outbox = new Outbox(ports);
    outbox.submit(written("a"));
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    online = false;
    answers[0]?.reject(networkProblem());
    await vi.waitFor(() => expect(states(outbox)).toEqual(["a queued"]));
    expect(ports.onFailed).not.toHaveBeenCalled();
  });

  test("sends an item again whose request was aborted by the end of its page", async () => {
    const outbox = new Outbox(ports);
    outbox.submit(written("a"));
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    unloading = true;
    answers[0]?.reject(networkProblem());
    await vi.waitFor(async () => expect(await storedKeys()).toEqual(["a"]));
    expect(ports.onFailed).not.toHaveBeenCalled();
    await vi.waitFor(async () => {
      await new Outbox(ports).flush("nadia");
      expect(flushed).toEqual(["a"]);
    });
  });

  test("shows the items of an earlier page", async () => {
    online = false;
    new Outbox(ports).submit(written("a"));
    const next = new Outbox(ports);
    await next.flush("nadia");
    await vi.waitFor(() => expect(states(next)).toEqual(["a queued"]));
  });

  test("returns a queued item that the server refuses", async () => {
    const outbox = new Outbox(ports);
    online = false;
    outbox.submit(written("a"));
    outbox.submit(written("b"));
    await vi.waitFor(async () => expect(await storedKeys()).toEqual(["a", "b"]));
    online = true;
    outcomes = [{ type: "refused", problem: refused(403, "timed-out") }];
    await outbox.flush("nadia");
    expect(ports.onFailed).toHaveBeenCalledWith(
      [expect.objectContaining({ key: "a" })],
      expect.objectContaining({ code: "timed-out" }),
    );
    expect(flushed).toEqual(["a", "b"]);
    expect(await storedKeys()).toEqual([]);
  });

  test("withdraws a queued item, but not one in flight", async () => {
    const outbox = new Outbox(ports);
    outbox.submit(written("a"));
    expect(await outbox.withdraw("a")).toBeNull();
    online = false;
    outbox.submit(written("b"));
    await vi.waitFor(async () => expect(await storedKeys()).toContain("b"));
    expect((await outbox.withdraw("b"))?.key).toBe("b");
    expect(await storedKeys()).not.toContain("b");
  });

  test("withdraws no item while the queue sends it", async () => {
    const answer = Promise.withResolvers<SendOutcome>();
    ports.openQueue = () => Promise.resolve(openQueue(() => answer.promise));
    const outbox = new Outbox(ports);
    online = false;
    for (const key of ["a", "b"]) outbox.submit(written(key));
    await vi.waitFor(async () => expect(await storedKeys()).toEqual(["a", "b"]));
    online = true;
    const flushing = outbox.flush("nadia");
    await vi.waitFor(() => expect(states(outbox)).toEqual(["a sending", "b queued"]));
    expect(await outbox.withdraw("a")).toBeNull();
    expect((await outbox.withdraw("b"))?.key).toBe("b");
    answer.resolve({ type: "sent", response: "saved a" });
    await flushing;
    expect(states(outbox)).toEqual([]);
    expect(flushed).toEqual(["a"]);
    expect(await storedKeys()).toEqual([]);
  });

  test("withdraws no item that another page or the worker sends", async () => {
    const outbox = new Outbox(ports);
    online = false;
    outbox.submit(written("a"));
    await vi.waitFor(async () => expect(await storedKeys()).toEqual(["a"]));
    const sending = Promise.withResolvers<void>();
    const elsewhere = withLockIfFree(
      lockNames.request("a"),
      () => sending.promise.then(() => "sent"),
      "busy",
    );
    expect(await outbox.withdraw("a")).toBeNull();
    expect(await storedKeys()).toEqual(["a"]);
    sending.resolve();
    expect(await elsewhere).toBe("sent");
  });

  test("stores the language of the page with an item", async () => {
    const outbox = new Outbox(ports);
    online = false;
    outbox.submit(written("a"));
    await vi.waitFor(async () =>
      expect((await store.all()).map(({ language }) => language)).toEqual(["en"]),
    );
  });

  test("sends nothing of an author who has signed out", async () => {
    const outbox = new Outbox(ports);
    online = false;
    outbox.submit(written("a"));
    await vi.waitFor(async () => expect(await storedKeys()).toEqual(["a"]));
    online = true;
    viewerId = "kwame";
    await outbox.flush("nadia");
    await outbox.flush("kwame");
    expect(flushed).toEqual([]);
    expect(await storedKeys()).toEqual(["a"]);
  });

  test("returns the text if the queue cannot be loaded", async () => {
    ports.openQueue = () => Promise.reject(new TypeError("Failed to fetch"));
    const outbox = new Outbox(ports);
    outbox.submit(written("a"));
    await vi.waitFor(() => expect(ports.onFailed).toHaveBeenCalled());
    expect(states(outbox)).toEqual([]);
  });
});
