import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ToastStore } from "./toast-store.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const texts = (store: ToastStore) => store.snapshot().map(({ text }) => text);

test("a toast disappears after three seconds", () => {
  const store = new ToastStore();
  store.show("info", "Link copied to clipboard.");
  vi.advanceTimersByTime(2999);
  expect(texts(store)).toEqual(["Link copied to clipboard."]);
  vi.advanceTimersByTime(1);
  expect(texts(store)).toEqual([]);
});

test("pausing keeps the remaining time", () => {
  const store = new ToastStore();
  store.show("success", "Saved");
  vi.advanceTimersByTime(2000);
  store.pause();
  vi.advanceTimersByTime(60_000);
  expect(texts(store)).toEqual(["Saved"]);
  store.resume();
  vi.advanceTimersByTime(999);
  expect(texts(store)).toEqual(["Saved"]);
  vi.advanceTimersByTime(1);
  expect(texts(store)).toEqual([]);
});

test("a toast that arrives during a pause waits as well", () => {
  const store = new ToastStore();
  store.show("info", "First");
  store.pause();
  store.show("info", "Second");
  vi.advanceTimersByTime(10_000);
  expect(texts(store)).toEqual(["First", "Second"]);
  store.resume();
  vi.advanceTimersByTime(3000);
  expect(texts(store)).toEqual([]);
});

test("can be closed, does not repeat a message, and is limited in number", () => {
  const store = new ToastStore();
  const id = store.show("error", "Failed", { durationMs: 10_000 });
  store.dismiss(id);
  expect(texts(store)).toEqual([]);
  store.show("info", "Same");
  store.show("info", "Same");
  expect(texts(store)).toEqual(["Same"]);
  for (const text of ["a", "b", "c", "d"]) store.show("info", text);
  expect(texts(store)).toEqual(["a", "b", "c", "d"]);
});
