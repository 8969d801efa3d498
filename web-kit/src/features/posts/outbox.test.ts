import { beforeEach, describe, expect, test, vi } from "vitest";
import { networkProblem, ProblemError } from "../../api/problem.ts";
import type { Post } from "../../api/types.ts";
import { post } from "../../testing/factories.ts";
import { Outbox, type OutboxPorts, type PendingPost } from "./outbox.ts";

const written = (key: string) => ({
  key,
  viewerId: "nadia",
  communityId: "bridges",
  threadId: "cable",
  parentPostId: null,
  replyTo: null,
  draft: key,
  content: key,
  images: [],
  created: "2026-11-20T10:00:00Z",
});

const refused = (status: number, code: string) =>
  new ProblemError({ status, code, detail: code, errors: [], retryAfter: 1 });

let online: boolean;
let viewerId: string | null;
let leaving: boolean;
let answers: { resolve: (post: Post) => void; reject: (cause: unknown) => void }[];
let sent: PendingPost[];
let ports: OutboxPorts;
let stored: Map<string, string>;

beforeEach(() => {
  online = true;
  viewerId = "nadia";
  leaving = false;
  answers = [];
  sent = [];
  stored = new Map();
  ports = {
    send: (pending) => {
      sent.push(pending);
      return new Promise((resolve, reject) => answers.push({ resolve, reject }));
    },
    isOnline: () => online,
    viewerId: () => viewerId,
    isUnloading: () => leaving,
    onSaved: vi.fn(() => Promise.resolve()),
    onFailed: vi.fn(),
    store: {
      get length() {
        return stored.size;
      },
      key: (at) => [...stored.keys()][at] ?? null,
      getItem: (name) => stored.get(name) ?? null,
      setItem: (name, value) => void stored.set(name, value),
      removeItem: (name) => void stored.delete(name),
    },
  };
});

const settle = () => new Promise((resolve) => setTimeout(resolve));
const states = (outbox: Outbox) => outbox.snapshot().map(({ key, state }) => `${key} ${state}`);

describe("the outbox", () => {
  test("shows a post as sending until the saved one replaces it", async () => {
    const outbox = new Outbox(ports);
    expect(outbox.submit(written("a"))).toBe(true);
    expect(states(outbox)).toEqual(["a sending"]);
    answers[0]?.resolve(post("saved"));
    await settle();
    expect(states(outbox)).toEqual([]);
    expect(ports.onSaved).toHaveBeenCalledOnce();
  });

  test("shows a post as sending until the saved one is on screen", async () => {
    const shown = Promise.withResolvers<void>();
    ports.onSaved = () => shown.promise;
    const outbox = new Outbox(ports);
    outbox.submit(written("a"));
    answers[0]?.resolve(post("saved"));
    await settle();
    expect(states(outbox)).toEqual(["a sending"]);
    shown.resolve();
    await settle();
    expect(states(outbox)).toEqual([]);
  });

  test("has one post in flight at a time", () => {
    const outbox = new Outbox(ports);
    outbox.submit(written("a"));
    expect(outbox.submit(written("b"))).toBe(false);
    expect(sent).toHaveLength(1);
  });

  test("removes a refused post and restores its text", async () => {
    const outbox = new Outbox(ports);
    outbox.submit(written("a"));
    answers[0]?.reject(refused(429, "rate-limited"));
    await settle();
    expect(states(outbox)).toEqual([]);
    expect(ports.onFailed).toHaveBeenCalledWith(
      expect.objectContaining({ draft: "a" }),
      expect.objectContaining({ code: "rate-limited" }),
    );
  });

  test("queues offline posts and sends them in order under the same keys", async () => {
    const outbox = new Outbox(ports);
    online = false;
    outbox.submit(written("a"));
    outbox.submit(written("b"));
    expect(states(outbox)).toEqual(["a queued", "b queued"]);
    online = true;
    outbox.flush("nadia");
    expect(sent.map((pending) => pending.key)).toEqual(["a"]);
    answers[0]?.resolve(post("saved-a"));
    await settle();
    expect(sent.map((pending) => pending.key)).toEqual(["a", "b"]);
  });

  test("queues a post whose connection failed", async () => {
    const outbox = new Outbox(ports);
    outbox.submit(written("a"));
    online = false;
    answers[0]?.reject(networkProblem());
    await settle();
    expect(states(outbox)).toEqual(["a queued"]);
    expect(ports.onFailed).not.toHaveBeenCalled();
  });

  test("waits when queued posts reach the rate limit", async () => {
    const outbox = new Outbox(ports);
    online = false;
    outbox.submit(written("a"));
    online = true;
    outbox.flush("nadia");
    answers[0]?.reject(refused(429, "rate-limited"));
    await settle();
    expect(states(outbox)).toEqual(["a queued"]);
  });

  test("survives a reload and resends posts in flight", () => {
    new Outbox(ports).submit(written("a"));
    const reloaded = new Outbox(ports);
    expect(states(reloaded)).toEqual(["a queued"]);
    reloaded.flush("someone-else");
    expect(sent).toHaveLength(1);
    reloaded.flush("nadia");
    expect(sent.map((pending) => pending.key)).toEqual(["a", "a"]);
  });

  test("sends nothing after its author has signed out, even if another user signs in", async () => {
    vi.useFakeTimers();
    const outbox = new Outbox(ports);
    online = false;
    outbox.submit(written("a"));
    online = true;
    outbox.flush("nadia");
    answers[0]?.reject(refused(429, "rate-limited"));
    await vi.advanceTimersByTimeAsync(500);
    viewerId = "kwame";
    await vi.advanceTimersByTimeAsync(5000);
    expect(states(outbox)).toEqual(["a queued"]);
    expect(sent).toHaveLength(1);
    vi.useRealTimers();
  });

  test("keeps the posts of two tabs in the order of writing", () => {
    online = false;
    const [one, other] = [new Outbox(ports), new Outbox(ports)];
    one.submit({ ...written("a"), created: "2026-11-20T10:00:02Z" });
    other.submit({ ...written("b"), created: "2026-11-20T10:00:01Z" });
    expect(states(new Outbox(ports))).toEqual(["b queued", "a queued"]);
    one.withdraw("a");
    expect(states(new Outbox(ports))).toEqual(["b queued"]);
  });

  test("migrates posts of an earlier release and skips unreadable ones", () => {
    stored.set("gh-outbox", JSON.stringify([{ ...written("a"), images: undefined }, { key: "b" }]));
    stored.set("gh-outbox/c", "{not json");
    const [kept] = new Outbox(ports).snapshot();
    expect(kept).toMatchObject({ key: "a", images: [], state: "queued" });
    expect([...stored.keys()].toSorted()).toEqual(["gh-outbox/a", "gh-outbox/c"]);
  });

  test("keeps a post whose request was aborted by the page's unload", async () => {
    const outbox = new Outbox(ports);
    outbox.submit(written("a"));
    leaving = true;
    answers[0]?.reject(networkProblem());
    await settle();
    expect(ports.onFailed).not.toHaveBeenCalled();
    expect(states(new Outbox(ports))).toEqual(["a queued"]);
  });

  test("returns a queued post for editing, but not one in flight", () => {
    const outbox = new Outbox(ports);
    outbox.submit(written("a"));
    expect(outbox.withdraw("a")).toBeNull();
    online = false;
    outbox.submit(written("b"));
    expect(outbox.withdraw("b")?.draft).toBe("b");
    expect(states(outbox)).toEqual(["a sending"]);
  });
});
