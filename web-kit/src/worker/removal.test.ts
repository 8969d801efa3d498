import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { dispatchToWorker, fakeTab, type FakeTab, fakeWorker } from "./testing.ts";

let tabs: readonly FakeTab[] = [];
const worker = fakeWorker(() => tabs);
let stored: string[] = [];

beforeAll(async () => {
  vi.stubGlobal("caches", {
    keys: () => Promise.resolve(stored),
    delete: (name: string) => {
      stored = stored.filter((one) => one !== name);
      return Promise.resolve(true);
    },
  });
  await import("./removal.ts");
});

beforeEach(() => {
  vi.clearAllMocks();
  worker.clients.matchAll.mockImplementation(() => Promise.resolve(tabs));
});

afterAll(() => vi.unstubAllGlobals());

test("the kill switch takes over without waiting for open pages", async () => {
  await dispatchToWorker("install");
  expect(worker.skipWaiting).toHaveBeenCalled();
});

test("the kill switch removes the worker and its caches, and reloads open pages", async () => {
  stored = ["files", "page/1", "pictures/nadia"];
  const broken = fakeTab("/home");
  broken.navigate = () => Promise.reject(new TypeError("the page is gone"));
  const page = fakeTab("/messages/c1");
  tabs = [broken, page];
  await dispatchToWorker("activate");
  expect(stored).toEqual([]);
  expect(worker.registration.unregister).toHaveBeenCalledTimes(1);
  expect(page.navigate).toHaveBeenCalledWith(page.url);
});
