import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { networkProblem, ProblemError, problemFrom } from "../api/problem.ts";
import { closeDatabase } from "./database.ts";
import { flushQueue, type FlushPorts, localRefusal } from "./flush-queue.ts";
import type { QueuedRequest } from "./queue-request.ts";
import { openQueueStore, type QueueStore } from "./queue-store.ts";
import { outcomeOf, type SendOutcome, sendRequest } from "./send-request.ts";

const HOUR = 60 * 60_000;
const NOW = Date.parse("2026-11-20T10:00:00Z");

const request = (key: string, changes: Partial<QueuedRequest> = {}): QueuedRequest => ({
  key,
  viewerId: "nadia",
  kind: "post",
  path: "/api/notes",
  body: { content: key },
  item: null,
  created: NOW,
  attemptedAt: null,
  problem: null,
  ...changes,
});

const SENT: SendOutcome = { type: "sent", response: null };
const failed = (status: number) => outcomeOf(problemFrom(status, null, null));

let store: QueueStore;
let sent: string[];
let answers: Map<string, SendOutcome>;

beforeEach(async () => {
  await closeDatabase();
  indexedDB = new IDBFactory();
  store = await openQueueStore();
  sent = [];
  answers = new Map();
});

function flush(viewerId = "nadia", changes: Partial<FlushPorts> = {}) {
  return flushQueue(viewerId, {
    store,
    now: () => NOW,
    publish: () => undefined,
    mayContinue: () => Promise.resolve(true),
    send: ({ key }) => {
      sent.push(key);
      return Promise.resolve(answers.get(key) ?? SENT);
    },
    ...changes,
  });
}

const stored = async () => (await store.all()).map(({ key }) => key);

describe("the language of a request", () => {
  afterEach(() => vi.unstubAllGlobals());

  test.each([
    ["of the page that queued it", { language: "de" }, "de"],
    ["English, if an earlier release stored none", {}, "en"],
  ] as const)("is that %s", async (_, queuedIn, language) => {
    const fetched = vi.fn<typeof fetch>(async () => new Response("{}"));
    vi.stubGlobal("fetch", fetched);
    await store.add(request("a", queuedIn));
    expect((await flush("nadia", { send: sendRequest })).isIncomplete).toBe(false);
    expect(new Headers(fetched.mock.calls[0]?.[1]?.headers).get("Accept-Language")).toBe(language);
  });

  test("does not decide the refusal of a request that became too old", () => {
    const refusal = { status: 409, code: "queue-expired", errors: [], retryAfter: null };
    const shown = localRefusal({ ...refusal, detail: "Text of the worker" });
    expect(shown.detail).toMatch(/^This could not be sent\./);
    expect(localRefusal({ ...refusal, code: "other", detail: "Text" }).detail).toBe("Text");
  });
});

describe("sending the queue", () => {
  test("sends the requests in the order of writing and removes them", async () => {
    for (const key of ["c", "a", "b"]) await store.add(request(key));
    expect((await flush()).isIncomplete).toBe(false);
    expect(sent).toEqual(["c", "a", "b"]);
    expect(await stored()).toEqual([]);
  });

  test.each([401, 408, 425, 429, 502, 503, 504])(
    "keeps a request that is answered %i and stops there",
    async (status) => {
      for (const key of ["a", "b", "c"]) await store.add(request(key));
      answers.set("b", failed(status));
      const result = await flush();
      expect(result).toMatchObject({ isIncomplete: true, problem: { status } });
      expect(sent).toEqual(["a", "b"]);
      expect(await stored()).toEqual(["b", "c"]);
    },
  );

  test("keeps a request without a connection", async () => {
    await store.add(request("a"));
    answers.set("a", { type: "later", problem: networkProblem() });
    expect((await flush()).isIncomplete).toBe(true);
    expect(await stored()).toEqual(["a"]);
  });

  test("keeps a request that the server refuses because of another session", async () => {
    await store.add(request("a"));
    const problem = {
      status: 409,
      code: "viewer-changed",
      detail: "",
      errors: [],
      retryAfter: null,
    };
    answers.set("a", outcomeOf(new ProblemError(problem)));
    expect((await flush()).isIncomplete).toBe(true);
    expect(await stored()).toEqual(["a"]);
  });

  test("keeps a refusal for a page to show, and continues", async () => {
    for (const key of ["a", "b"]) await store.add(request(key));
    answers.set("a", failed(403));
    expect((await flush()).isIncomplete).toBe(false);
    expect(sent).toEqual(["a", "b"]);
    expect(await store.all()).toMatchObject([{ key: "a", problem: { status: 403 } }]);
    await flush();
    expect(sent).toEqual(["a", "b"]);
  });

  test("sends nothing of another person", async () => {
    await store.add(request("a"));
    await store.add(request("b", { viewerId: "kwame" }));
    await flush("kwame");
    expect(sent).toEqual(["b"]);
    expect(await stored()).toEqual(["a"]);
  });

  test("stops as soon as another person uses the browser", async () => {
    for (const key of ["a", "b"]) await store.add(request(key));
    await flush("nadia", { mayContinue: () => Promise.resolve(sent.length === 0) });
    expect(sent).toEqual(["a"]);
    expect(await stored()).toEqual(["b"]);
  });

  test("returns a request that may have arrived before the server forgot its key", async () => {
    await store.add(request("a", { attemptedAt: NOW - 24 * HOUR }));
    await store.add(request("b", { created: NOW - 48 * HOUR }));
    await flush();
    expect(sent).toEqual(["b"]);
    expect(await store.all()).toMatchObject([{ key: "a", problem: { code: "queue-expired" } }]);
  });

  test("records the first attempt before it sends", async () => {
    await store.add(request("a"));
    let attemptedAt: number | null = null;
    await flush("nadia", {
      send: async ({ key }) => {
        attemptedAt = (await store.find(key))?.attemptedAt ?? null;
        return SENT;
      },
    });
    expect(attemptedAt).toBe(NOW);
  });

  test("stores a request once, whatever number of pages add it", async () => {
    await Promise.all([store.add(request("a")), store.add(request("a"))]);
    expect(await stored()).toEqual(["a"]);
    expect((await store.remove("a"))?.key).toBe("a");
    expect(await store.remove("a")).toBeNull();
  });
});
