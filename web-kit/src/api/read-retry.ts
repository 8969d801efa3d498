import type { ProblemError } from "./problem.ts";

/** Attempts of a read that the server refuses because of a rate limit. */
const ATTEMPTS_MAX = 3;
/** Longest wait for the next attempt, in seconds. A longer one is shown as an error. */
const WAIT_MAX_S = 15;

/** Milliseconds until a refused read is repeated; null if it is not. */
export function readRetryWait(problem: ProblemError, attempt: number): number | null {
  const { status, retryAfter } = problem;
  if (status !== 429 || retryAfter === null || retryAfter > WAIT_MAX_S) return null;
  return attempt < ATTEMPTS_MAX ? retryAfter * 1000 : null;
}

/** Waits; an abort of `signal` ends the wait with its reason, like an aborted request. */
export function delay(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, milliseconds);
    if (signal?.aborted === true) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}
