import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ProblemError } from "../../api/problem.ts";
import type { ServerDraft } from "../../live/draft-events.ts";
import { DraftSync, PAUSE_MS } from "./draft-sync.ts";
import { type Draft, DraftStore } from "./drafts.ts";

/** The drafts of one account on the server, and the time by its clock. */
class DraftServer {
  readonly drafts = new Map<string, ServerDraft>();
  readonly listeners = new Set<(draft: ServerDraft | { removed: string }) => void>();
  /** A refusal of the next request. */
  fault: ProblemError | null = null;
  isOnline = true;
  requests: string[] = [];
  #minute = 0;

  save(place: string, { text, replyTo }: Pick<Draft, "text" | "replyTo">): ServerDraft {
    this.#minute += 1;
    const updated = new Date(Date.UTC(2026, 10, 1, 8, this.#minute)).toISOString();
    const draft = { place, text, replyTo, updated };
    this.drafts.set(place, draft);
    for (const listener of this.listeners) listener(draft);
    return draft;
  }

  remove(place: string): void {
    this.drafts.delete(place);
    for (const listener of this.listeners) listener({ removed: place });
  }
}

interface Device {
  drafts: DraftStore;
  sync: DraftSync;
  text: () => string;
  type: (text: string, replyTo?: Draft["replyTo"]) => void;
  /** Loses the connection, or gets it back. */
  connect: (isOnline: boolean) => Promise<void>;
}

const key = "nadia/cable";
const devices: DraftSync[] = [];
let server: DraftServer;

/** A device of the account. All devices of a test share the storage of one browser only if told. */
function device(): Device {
  localStorage.clear();
  return page();
}

/** A page of the browser whose storage is as it is. */
function page(): Device {
  const drafts = new DraftStore();
  let isOnline = true;
  const refuse = () => {
    if (server.fault !== null) throw server.fault;
  };
  const sync = new DraftSync(drafts, "nadia", {
    list: async () => [...server.drafts.values()],
    save: async (place, draft, isClosing) => {
      server.requests.push(`${isClosing ? "closing " : ""}PUT ${draft.text}`);
      refuse();
      return server.save(place, draft);
    },
    remove: async (place) => {
      server.requests.push("DELETE");
      refuse();
      server.remove(place);
    },
    isOnline: () => isOnline,
  });
  devices.push(sync);
  server.listeners.add((event) => {
    if (!isOnline) return;
    if ("removed" in event) sync.handleRemoved(event.removed);
    else sync.handleUpdated(event.place, event.updated);
  });
  return {
    drafts,
    sync,
    text: () => drafts.read(key).text,
    type: (text, replyTo = null) => drafts.write(key, { text, replyTo }),
    connect: async (online) => {
      isOnline = online;
      if (online) await pull(sync);
    },
  };
}

const problem = (status: number) =>
  new ProblemError({ status, code: "refused", detail: "No", errors: [], retryAfter: null });
const settled = () => vi.advanceTimersByTimeAsync(1);
async function pull(sync: DraftSync): Promise<void> {
  sync.pull();
  await settled();
}
const pause = () => vi.advanceTimersByTimeAsync(PAUSE_MS + 1);

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  server = new DraftServer();
});

afterEach(() => {
  for (const sync of devices.splice(0)) sync.stop();
  vi.useRealTimers();
  localStorage.clear();
});

describe("a typed draft", () => {
  test("is stored on the server after a pause, once", async () => {
    const { type } = page();
    type("H");
    type("Hello");
    await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
    expect(server.requests).toEqual([]);
    await pause();
    expect(server.requests).toEqual(["PUT Hello"]);
    expect(server.drafts.get("cable")?.text).toBe("Hello");
  });

  test("is removed at once when it was sent", async () => {
    const { type } = page();
    type("Hello");
    await pause();
    type("");
    await vi.advanceTimersByTimeAsync(1);
    expect(server.drafts.size).toBe(0);
  });

  test("that was never stored needs no removal", async () => {
    const { type } = page();
    type("Hello");
    type("");
    await pause();
    expect(server.requests).toEqual([]);
  });

  test("is stored before the page closes", async () => {
    const { type, sync } = page();
    type("Hello");
    sync.flush();
    await vi.advanceTimersByTimeAsync(0);
    expect(server.requests).toEqual(["closing PUT Hello"]);
  });

  test("of a post that is edited is not stored", async () => {
    const { drafts } = page();
    drafts.write("nadia/cable/aa", { text: "Changed", replyTo: null });
    await pause();
    expect(server.requests).toEqual([]);
  });

  test("is sent again after a fault, and not after a refusal", async () => {
    const { type } = page();
    server.fault = problem(503);
    type("Hello");
    await pause();
    server.fault = null;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(server.requests).toEqual(["PUT Hello", "PUT Hello"]);
    server.fault = problem(422);
    type("Hello!");
    await pause();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.requests).toHaveLength(3);
  });

  test("waits for the connection", async () => {
    const { type, connect, text } = page();
    await connect(false);
    type("Hello");
    await pause();
    expect(server.requests).toEqual([]);
    await connect(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.drafts.get("cable")?.text).toBe("Hello");
    expect(text()).toBe("Hello");
  });
});

describe("another device", () => {
  const replyTo = { parentPostId: "aa", name: "Kwame" };

  test("shows the draft with its parent post after the sign-in", async () => {
    server.save("cable", { text: "Hello", replyTo });
    await settled();
    const { drafts, sync } = device();
    await pull(sync);
    expect(drafts.read(key)).toMatchObject({ text: "Hello", replyTo });
    await pause();
    expect(server.requests).toEqual([]);
  });

  test("follows an open draft in which nothing was typed", async () => {
    const { sync, text } = device();
    await pull(sync);
    server.save("cable", { text: "Hello", replyTo: null });
    await settled();
    expect(text()).toBe("Hello");
    server.save("cable", { text: "Something else", replyTo: null });
    await settled();
    expect(text()).toBe("Something else");
    server.remove("cable");
    await vi.advanceTimersByTimeAsync(1);
    expect(text()).toBe("");
  });

  test("follows a draft that continues the one typed here, until it is sent there", async () => {
    const { type, text } = device();
    type("Hello");
    await pause();
    server.save("cable", { text: "Hello there", replyTo: null });
    await settled();
    expect(text()).toBe("Hello there");
    server.remove("cable");
    await vi.advanceTimersByTimeAsync(1);
    expect(text()).toBe("");
  });

  test("follows another text a while after typing, but keeps both while it is typing", async () => {
    const { type, text } = device();
    type("Hello");
    await pause();
    server.save("cable", { text: "Hi", replyTo: null });
    await settled();
    expect(text()).toBe("Hi\nHello");
    await vi.advanceTimersByTimeAsync(10_000);
    server.save("cable", { text: "Hi there", replyTo: null });
    await settled();
    expect(text()).toBe("Hi there");
  });

  test("keeps both texts if it has typed while the other device stored its own", async () => {
    const { type, text } = device();
    type("Hello");
    server.save("cable", { text: "Good morning", replyTo: null });
    await settled();
    expect(text()).toBe("Good morning\nHello");
    await pause();
    expect(server.drafts.get("cable")?.text).toBe("Good morning\nHello");
  });

  test("keeps both texts if it was offline meanwhile", async () => {
    const { type, text, connect, sync } = device();
    await pull(sync);
    await connect(false);
    type("Hello");
    server.save("cable", { text: "Good morning", replyTo: null });
    await settled();
    expect(text()).toBe("Hello");
    await connect(true);
    expect(text()).toBe("Good morning\nHello");
  });

  test("keeps a text that was changed since the draft was sent elsewhere", async () => {
    const { type, text } = device();
    type("Hello");
    await pause();
    type("Hello again");
    server.remove("cable");
    await vi.advanceTimersByTimeAsync(1);
    expect(text()).toBe("Hello again");
    await pause();
    expect(server.drafts.get("cable")?.text).toBe("Hello again");
  });

  test("keeps the pictures of a draft that it adopts", async () => {
    const { drafts, sync } = device();
    const picture = {
      key: "p",
      name: "crane.png",
      preview: "blob:p",
      progress: 1,
      alt: "",
      file: null,
      image: null,
    };
    drafts.write(key, { text: "", replyTo: null, pictures: [picture] });
    server.save("cable", { text: "Hello", replyTo: null });
    await settled();
    await pull(sync);
    expect(drafts.read(key)).toMatchObject({ text: "Hello", pictures: [picture] });
  });
});

describe("the same page", () => {
  test("is not disturbed by its own changes while it goes on typing", async () => {
    const { type, text } = page();
    type("Hallo");
    await pause();
    type("Hello");
    server.save("cable", { text: "Hallo", replyTo: null });
    await settled();
    await pause();
    expect(text()).toBe("Hello");
  });

  test("does not bring back a sent draft with a late event", async () => {
    const { type, text, sync } = page();
    type("Hello");
    await pause();
    const late = server.drafts.get("cable");
    type("");
    await vi.advanceTimersByTimeAsync(1);
    sync.handleUpdated("cable", late?.updated ?? "");
    await settled();
    expect(text()).toBe("");
  });

  test("ignores an older version", async () => {
    const { type, text, sync } = page();
    type("Hello");
    await pause();
    const older = server.drafts.get("cable");
    type("Bye");
    await pause();
    sync.handleUpdated("cable", older?.updated ?? "");
    await settled();
    expect(text()).toBe("Bye");
  });
});

describe("after a reload", () => {
  test("an unchanged draft that was sent elsewhere disappears", async () => {
    const before = page();
    before.type("Hello");
    await pause();
    before.sync.stop();
    server.listeners.clear();
    server.remove("cable");
    const { sync, text } = page();
    expect(text()).toBe("Hello");
    await pull(sync);
    expect(text()).toBe("");
  });

  test("a draft that was not stored in time is stored", async () => {
    const before = page();
    before.type("Hello");
    before.sync.stop();
    const { sync } = page();
    await pull(sync);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.drafts.get("cable")?.text).toBe("Hello");
  });

  test("a deliberate sign-out leaves the server's draft for the next sign-in", async () => {
    const { drafts, type } = page();
    type("Hello");
    await pause();
    type("Hello there");
    await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
    drafts.forget("nadia");
    await pause();
    expect(server.drafts.get("cable")?.text).toBe("Hello");
    expect(localStorage).toHaveLength(0);
    const next = page();
    await pull(next.sync);
    expect(next.text()).toBe("Hello");
  });
});

test("two open tabs of one browser do not mix the text", async () => {
  const [typing, watching] = [page(), page()];
  typing.type("Hallo");
  dispatchEvent(new StorageEvent("storage", { key: `gh-draft/${key}` }));
  await pause();
  typing.type("Hello");
  dispatchEvent(new StorageEvent("storage", { key: `gh-draft/${key}` }));
  await pause();
  expect([typing.text(), watching.text()]).toEqual(["Hello", "Hello"]);
  expect(server.requests).toEqual(["PUT Hallo", "PUT Hello"]);
});
