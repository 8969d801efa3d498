import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PromptQueue } from "./prompt-queue.ts";

let isBusy: boolean;
let queue: PromptQueue;

beforeEach(() => {
  vi.useFakeTimers();
  isBusy = false;
  queue = new PromptQueue(() => isBusy);
});
afterEach(() => vi.useRealTimers());

test("shows one prompt at a time, the most important next", () => {
  queue.request("install");
  queue.request("open-in-app");
  queue.request("update");
  expect(queue.snapshot()).toBe("install");
  queue.withdraw("install");
  expect(queue.snapshot()).toBe("update");
  queue.withdraw("update");
  expect(queue.snapshot()).toBe("open-in-app");
  queue.withdraw("open-in-app");
  expect(queue.snapshot()).toBeNull();
});

test("waits until the person is no longer busy", () => {
  isBusy = true;
  queue.request("update");
  vi.advanceTimersByTime(10_000);
  expect(queue.snapshot()).toBeNull();
  isBusy = false;
  vi.advanceTimersByTime(1000);
  expect(queue.snapshot()).toBe("update");
});

test("forgets a prompt that was withdrawn while it waited", () => {
  isBusy = true;
  queue.request("install");
  queue.withdraw("install");
  isBusy = false;
  vi.advanceTimersByTime(5000);
  expect(queue.snapshot()).toBeNull();
});
