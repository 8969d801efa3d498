import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { INTERVAL_MS, ReadMarker, SEEN_MS, type SeenPost } from "./read-marker.ts";

let inView: SeenPost | null;
let readUpTo: number;
let sent: string[];
let leftEarly: number;
let marker: ReadMarker;

const at = (second: number, isEnd = false): SeenPost => ({
  created: new Date(second * 1000).toISOString(),
  isEnd,
});
const seconds = () => sent.map((time) => Date.parse(time) / 1000);
const seeFor = (ms: number) => {
  marker.look();
  vi.advanceTimersByTime(ms);
};

beforeEach(() => {
  vi.useFakeTimers();
  inView = null;
  readUpTo = 0;
  sent = [];
  leftEarly = 0;
  marker = new ReadMarker({
    newestInView: () => inView,
    isUnread: ({ created }) => Date.parse(created) > readUpTo,
    onSeen: ({ created }) => {
      readUpTo = Date.parse(created);
    },
    send: (upTo) => sent.push(upTo),
    onLeftEarly: () => {
      leftEarly += 1;
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
});

test("a post counts as read after a second in view", () => {
  inView = at(10, true);
  seeFor(SEEN_MS - 1);
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(seconds()).toEqual([10]);
  seeFor(10 * INTERVAL_MS);
  expect(seconds()).toEqual([10]);
});

test("a post that was passed quickly does not count", () => {
  inView = at(90, true);
  marker.look();
  inView = at(10);
  vi.advanceTimersByTime(SEEN_MS);
  expect(seconds()).toEqual([10]);
});

test("nothing counts on a hidden page", () => {
  inView = at(10, true);
  marker.look();
  inView = null;
  vi.advanceTimersByTime(2 * SEEN_MS);
  expect(sent).toEqual([]);
});

test("marks are sent at a limited rate, the end at once", () => {
  for (const second of [1, 2, 3]) {
    inView = at(second);
    seeFor(SEEN_MS);
  }
  expect(seconds()).toEqual([1]);
  vi.advanceTimersByTime(INTERVAL_MS);
  expect(seconds()).toEqual([1, 3]);
  inView = at(4);
  seeFor(SEEN_MS);
  inView = at(5, true);
  seeFor(SEEN_MS);
  expect(seconds()).toEqual([1, 3, 5]);
  inView = at(6, true);
  seeFor(SEEN_MS);
  expect(seconds()).toEqual([1, 3, 5]);
  vi.advanceTimersByTime(INTERVAL_MS);
  expect(seconds()).toEqual([1, 3, 5, 6]);
});

test("leaving sends what was seen", () => {
  for (const second of [1, 2]) {
    inView = at(second);
    seeFor(SEEN_MS);
  }
  marker.leave();
  expect(seconds()).toEqual([1, 2]);
  expect(leftEarly).toBe(0);
  marker.leave();
  expect(seconds()).toEqual([1, 2]);
});

test("leaving within the first second reads nothing", () => {
  inView = at(1, true);
  marker.look();
  marker.leave();
  vi.advanceTimersByTime(2 * SEEN_MS);
  expect(sent).toEqual([]);
  expect(leftEarly).toBe(1);
});

test("a cancelled mark is not sent", () => {
  for (const second of [1, 2]) {
    inView = at(second);
    seeFor(SEEN_MS);
  }
  marker.cancel();
  marker.leave();
  vi.advanceTimersByTime(INTERVAL_MS);
  expect(seconds()).toEqual([1]);
});
