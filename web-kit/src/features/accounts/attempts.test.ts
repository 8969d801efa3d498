import { expect, test, vi } from "vitest";
import { ProblemError } from "../../api/client.ts";
import { attemptStatus, limitMessage } from "./attempts.ts";

const refusal = (changes: Partial<ProblemError>) =>
  new ProblemError({
    status: 429,
    code: "rate-limited",
    detail: "Too many login attempts. Please try again in 30 minute(s).",
    errors: [],
    retryAfter: null,
    ...changes,
  });

test("shows the attempts left, or the wait after the last one", () => {
  expect(attemptStatus(refusal({ attemptsRemaining: 4 }))).toBe("4 attempts remaining");
  expect(attemptStatus(refusal({ attemptsRemaining: 0 }))).toBe("0 attempts remaining");
  expect(attemptStatus(refusal({ attemptsRemaining: 0, retryAfter: 61 }))).toBe(
    "Too many attempts. Please try again in 2 minute(s).",
  );
});

test("shows no status if the server did not count the attempt", () => {
  expect(attemptStatus(refusal({ retryAfter: 61 }))).toBeNull();
});

test("shows the actual wait of a rate limit", () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 21, 10, 0, 0) });
  const { detail } = refusal({});
  expect(limitMessage(refusal({ retryAfter: 1800 }), "login")).toBe(detail);
  expect(limitMessage(refusal({}), "login")).toBe(detail);
  expect(limitMessage(refusal({ retryAfter: 16 }), "login")).toMatch(
    /^Too many login attempts\. Please wait until 10:00:16/,
  );
  expect(limitMessage(refusal({ retryAfter: 2 }), "signup")).toMatch(
    /^Too many signup attempts\. Please wait until 10:00:02/,
  );
  vi.useRealTimers();
});
