import { expect, test } from "vitest";
import { networkProblem, problemFrom } from "../api/problem.ts";
import { retryDelay } from "./cache.ts";

const unavailable = (seconds: number) =>
  problemFrom(503, { code: "unavailable", retryAfter: seconds }, null);

test("a retry waits as long as the server asks, at most 15 seconds", () => {
  expect(retryDelay(0, unavailable(4))).toBe(4000);
  expect(retryDelay(0, unavailable(600))).toBe(15_000);
});

test("a retry after a network failure waits twice as long each time", () => {
  expect([0, 1].map((failures) => retryDelay(failures, networkProblem()))).toEqual([1000, 2000]);
});
