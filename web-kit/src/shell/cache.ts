import { QueryClient } from "@tanstack/react-query";
import { ProblemError } from "../api/client.ts";

const freshMs = 3 * 60_000;
const retries = 2;

/** True for errors that a retry may resolve: a network failure or an unavailable server. */
export function isRetryable(error: unknown): boolean {
  return error instanceof ProblemError && (error.status === 0 || error.status >= 500);
}

export function createCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        retry: (failures, error) => failures < retries && isRetryable(error),
        // Data that was rendered stays on screen while offline.
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
}
