import { QueryClient } from "@tanstack/react-query";
import { ProblemError } from "../api/client.ts";

const freshMs = 3 * 60_000;
const retries = 2;

/** Only what may mend itself is tried again: a lost network and a server that is away. */
export function mayMend(error: unknown): boolean {
  return error instanceof ProblemError && (error.status === 0 || error.status >= 500);
}

export function createCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        retry: (failures, error) => failures < retries && mayMend(error),
        // Shown data stays on screen while the network is away.
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
}
