import "fake-indexeddb/auto";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { keys } from "../api/keys.ts";
import { ProblemError } from "../api/problem.ts";
import { closeDatabase, openDatabase } from "./database.ts";
import { claimOfflineData, deleteOfflineData, deleteResponsesAbout } from "./offline-data.ts";
import { restoreResponses } from "./restore-responses.ts";
import { storeResponses } from "./store-responses.ts";
import { responseLimits } from "./stored-queries.ts";

const DAY = 24 * 60 * 60_000;

let stop: () => void;

beforeEach(async () => {
  await closeDatabase();
  indexedDB = new IDBFactory();
  setBuild("/assets/index-a.js");
  stop = () => undefined;
});

afterEach(() => stop());

function setBuild(src: string) {
  document.head.innerHTML = `<script type="module" src="${src}"></script>`;
}

/** Stores what is in the cache, as hiding the page does. */
async function store(cache: QueryClient, viewerId: string) {
  stop();
  stop = storeResponses(cache, viewerId);
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.waitFor(async () => expect(await storedKeys()).not.toEqual([]));
}

async function storedKeys() {
  return (await (await openDatabase()).getAll("responses")).map(({ queryKey }) => queryKey);
}

async function restored() {
  const cache = new QueryClient();
  const savedAt = await restoreResponses(cache);
  return { savedAt, read: (key: readonly unknown[]) => cache.getQueryData([...key]) };
}

describe("data for reading offline", () => {
  test("is restored with the time at which it was loaded", async () => {
    const cache = new QueryClient();
    const at = Date.now() - 5000;
    cache.setQueryData(keys.me, { id: "nadia" }, { updatedAt: at });
    await store(cache, "nadia");
    const { savedAt, read } = await restored();
    expect(savedAt).toBe(at);
    expect(read(keys.me)).toEqual({ id: "nadia" });
  });

  test("is limited to the chosen queries and to the first pages of a list", async () => {
    const cache = new QueryClient();
    const thread = keys.posts("bridges", "cable");
    cache.setQueryData(thread, { pages: [1, 2, 3], pageParams: [null, "2", "3"] });
    cache.setQueryData(keys.messageWindow("c1", null), { pages: [1], pageParams: [null] });
    cache.setQueryData(keys.messageWindow("c1", "m7"), { pages: [1], pageParams: [null] });
    cache.setQueryData(keys.privateCode("bridges"), "secret");
    cache.setQueryData(keys.staffOverview, {});
    await store(cache, "nadia");
    const { read } = await restored();
    expect(read(thread)).toEqual({ pages: [1, 2], pageParams: [null, "2"] });
    expect(await storedKeys()).toHaveLength(2);
  });

  test("is not restored by another build, after a week, or for another person", async () => {
    const cache = new QueryClient();
    const old = Date.now() - responseLimits.ageMs - DAY;
    cache.setQueryData(keys.me, { id: "nadia" });
    cache.setQueryData(keys.activityTab("all", "unread"), {}, { updatedAt: old });
    await store(cache, "nadia");
    expect((await restored()).read(keys.activityTab("all", "unread"))).toBeUndefined();
    setBuild("/assets/index-b.js");
    expect((await restored()).savedAt).toBeNull();
    setBuild("/assets/index-a.js");
    await claimOfflineData("kwame");
    expect((await restored()).savedAt).toBeNull();
    expect(await storedKeys()).toEqual([]);
  });

  test("has a maximum number of responses, of which the oldest are deleted", async () => {
    const cache = new QueryClient();
    const now = Date.now();
    for (let at = 0; at < responseLimits.count + 5; at += 1) {
      cache.setQueryData(keys.community(`c${at}`), { at }, { updatedAt: now + at });
    }
    await store(cache, "nadia");
    expect(await storedKeys()).toHaveLength(responseLimits.count);
    expect((await restored()).read(keys.community("c0"))).toBeUndefined();
  });

  test("does not include a response that is too large", async () => {
    const cache = new QueryClient();
    cache.setQueryData(keys.me, { id: "nadia" });
    cache.setQueryData(keys.community("c1"), "x".repeat(responseLimits.length + 1));
    await store(cache, "nadia");
    expect(await storedKeys()).toEqual([keys.me]);
  });

  test("is deleted on sign-out, and a tab that is still open stores nothing more", async () => {
    const cache = new QueryClient();
    cache.setQueryData(keys.me, { id: "nadia" });
    await store(cache, "nadia");
    await deleteOfflineData();
    cache.setQueryData(keys.badges, { messages: 1 });
    document.dispatchEvent(new Event("visibilitychange"));
    await new Promise((done) => setTimeout(done, 50));
    expect(await storedKeys()).toEqual([]);
  });

  test("is deleted for a community that the person may no longer see", async () => {
    const cache = new QueryClient();
    cache.setQueryData(keys.me, { id: "nadia" });
    cache.setQueryData(keys.community("bridges"), {});
    cache.setQueryData(keys.posts("bridges", "cable"), { pages: [], pageParams: [] });
    await store(cache, "nadia");
    await deleteResponsesAbout("bridges");
    expect(await storedKeys()).toEqual([keys.me]);
  });

  test("is deleted once the server refuses it", async () => {
    const cache = new QueryClient();
    const queryKey = keys.community("bridges");
    cache.setQueryData(keys.me, { id: "nadia" });
    cache.setQueryData(queryKey, {});
    await store(cache, "nadia");
    const gone = { status: 404, code: "not-found", detail: "", errors: [], retryAfter: null };
    const refuse = () => Promise.reject(new ProblemError(gone));
    await cache.prefetchQuery({ queryKey, queryFn: refuse, retry: false, staleTime: 0 });
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.waitFor(async () => expect(await storedKeys()).toEqual([keys.me]));
  });
});
