import { expect, test } from "vitest";
import { heightOn, labelledIndexes, scaleOf } from "./scale.ts";

test.each([
  // The axis does not start at zero if the values differ little.
  [
    [7_100, 8_300, 11_040],
    [6_000, 8_000, 10_000, 12_000],
  ],
  [
    [28, 60],
    [0, 20, 40, 60],
  ],
  [
    [0, 3],
    [0, 1, 2, 3],
  ],
  [
    [0, 0],
    [0, 1],
  ],
  [
    [5, 5],
    [5, 6],
  ],
])("the scale for %j is round: %j", (values, scale) => {
  expect(scaleOf(values)).toEqual(scale);
});

test.each([1, 7, 99, 1_000, 123_456, 9_999_999])(
  "a scale contains all values up to %d in few steps",
  (top) => {
    const scale = scaleOf([0, top]);
    expect(scale.at(-1)).toBeGreaterThanOrEqual(top);
    expect(scale.length).toBeLessThanOrEqual(5);
  },
);

test("the largest value is at the top", () => {
  const scale = scaleOf([0, 40]);
  expect([0, 20, 40].map((value) => heightOn(scale, value))).toEqual([100, 50, 0]);
});

test("labels about as many points as fit", () => {
  expect(labelledIndexes(12, 6)).toEqual([0, 2, 4, 6, 8, 10]);
  expect(labelledIndexes(4, 6)).toEqual([0, 1, 2, 3]);
  expect(labelledIndexes(52, 6)).toEqual([0, 9, 18, 27, 36, 45]);
});
