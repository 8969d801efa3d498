import { QueryClient } from "@tanstack/react-query";
import { ProblemError } from "../api/client.ts";

const freshMs = 3 * 60_000;
const retries = 2;
const longestDelayMs = 15_000;

/** True for errors that a retry may resolve: a network failure or an unavailable server. */
export function isRetryable(error: unknown): boolean {
  return error instanceof ProblemError && (error.status === 0 || error.status >= 500);
}

/** Milliseconds before the next attempt: as the server asks, within limits, or 1, 2, … seconds. */
export function retryDelay(failures: number, error: unknown): number {
  const asked = error instanceof ProblemError ? error.retryAfter : null;
  return asked === null ? 1000 * 2 ** failures : Math.min(asked * 1000, longestDelayMs);
}

export function createCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        // A refusal because of a rate limit is repeated by `call`, which knows that this is a read.
        retry: (failures, error) => failures < retries && isRetryable(error),
        retryDelay,
        // Data that was rendered stays on screen while offline.
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
}
