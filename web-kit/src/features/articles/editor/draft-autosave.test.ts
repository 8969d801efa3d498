import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { networkProblem, problemFrom } from "../../../api/problem.ts";
import type { DraftText } from "../queries.ts";
import { DraftAutosave } from "./draft-autosave.ts";

const text = (content: string): DraftText => ({ title: "", content });
const EMPTY = { text: text(""), savedAt: null };

/** A server whose responses the test controls. */
function slowServer() {
  const requested: {
    text: DraftText;
    answer: (at: string) => void;
    fail: (error: unknown) => void;
  }[] = [];
  const save = (said: DraftText) =>
    new Promise<string>((answer, fail) => {
      requested.push({ text: said, answer, fail });
    });
  return { requested, save, said: () => requested.map((call) => call.text.content) };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const pause = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("a draft", () => {
  test("is sent after a pause in typing, and saved once the server confirms", async () => {
    const server = slowServer();
    const autosave = new DraftAutosave(server.save, EMPTY);
    autosave.write(text("a"));
    await pause(900);
    autosave.write(text("ab"));
    await pause(900);
    expect(server.said()).toEqual([]);
    await pause(100);
    expect(server.said()).toEqual(["ab"]);
    expect(autosave.snapshot().phase).toBe("saving");
    expect(autosave.isUnsaved).toBe(true);
    server.requested[0]?.answer("2026-11-20T10:00:00Z");
    await pause(0);
    expect(autosave.snapshot()).toMatchObject({ phase: "saved", savedAt: "2026-11-20T10:00:00Z" });
    expect(autosave.isUnsaved).toBe(false);
  });

  test("is sent one request at a time, with the newest text", async () => {
    const server = slowServer();
    const autosave = new DraftAutosave(server.save, EMPTY);
    autosave.write(text("a"));
    await pause(1000);
    autosave.write(text("ab"));
    await pause(1000);
    expect(server.said()).toEqual(["a"]);
    server.requested[0]?.answer("2026-11-20T10:00:00Z");
    await pause(0);
    expect(server.said()).toEqual(["a", "ab"]);
  });

  test("is not sent without changes", async () => {
    const server = slowServer();
    const autosave = new DraftAutosave(server.save, { text: text("a"), savedAt: null });
    autosave.write(text("a"));
    autosave.write(text("ab"));
    autosave.write(text("a"));
    await pause(2000);
    expect(server.said()).toEqual([]);
  });

  test("is sent again after a temporary failure, but not after a refusal", async () => {
    const server = slowServer();
    const autosave = new DraftAutosave(server.save, EMPTY);
    autosave.write(text("a"));
    await pause(1000);
    server.requested[0]?.fail(networkProblem());
    await pause(0);
    expect(autosave.snapshot().phase).toBe("failed");
    await pause(10_000);
    expect(server.said()).toEqual(["a", "a"]);
    server.requested[1]?.fail(problemFrom(403, { detail: "No" }, null));
    await pause(60_000);
    expect(server.said()).toEqual(["a", "a"]);
    expect(autosave.isUnsaved).toBe(true);
  });

  test("is sent again when the rate limit permits", async () => {
    const server = slowServer();
    const autosave = new DraftAutosave(server.save, EMPTY);
    autosave.write(text("a"));
    await pause(1000);
    server.requested[0]?.fail(problemFrom(429, { detail: "Too often", retryAfter: 20 }, null));
    await pause(19_999);
    expect(server.said()).toEqual(["a"]);
    await pause(1);
    expect(server.said()).toEqual(["a", "a"]);
  });

  test("is flushed before leaving", async () => {
    const server = slowServer();
    const autosave = new DraftAutosave(server.save, EMPTY);
    autosave.write(text("a"));
    const left = autosave.flush();
    await pause(0);
    expect(server.said()).toEqual(["a"]);
    server.requested[0]?.answer("2026-11-20T10:00:00Z");
    expect(await left).toBe(true);
  });

  test("is not sent after publication or deletion, which would recreate it", async () => {
    const server = slowServer();
    const autosave = new DraftAutosave(server.save, EMPTY);
    autosave.write(text("a"));
    await autosave.stop();
    await pause(60_000);
    expect(server.said()).toEqual([]);
    expect(autosave.isUnsaved).toBe(false);
    autosave.goOn();
    await pause(1000);
    expect(server.said()).toEqual(["a"]);
  });

  test("is not sent during a conflict", async () => {
    const server = slowServer();
    const autosave = new DraftAutosave(server.save, EMPTY);
    autosave.hold();
    autosave.write(text("mine"));
    await pause(60_000);
    expect(await autosave.flush()).toBe(false);
    expect(autosave.isUnsaved).toBe(true);
    autosave.replace({ text: text("theirs"), savedAt: "2026-11-20T10:00:00Z" });
    await pause(1000);
    expect(server.said()).toEqual(["mine"]);
  });
});
