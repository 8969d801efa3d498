import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

/** The first screen is loaded by then; storing must not delay it. */
const START_MS = 2000;

/** Stores what the person reads, for reading it offline. Null stores nothing. */
export function useStoredResponses(viewerId: string | null): void {
  const cache = useQueryClient();
  useEffect(
    () => (viewerId === null ? undefined : startStoring(cache, viewerId)),
    [cache, viewerId],
  );
}

function startStoring(cache: QueryClient, viewerId: string): () => void {
  let isStopped = false;
  let stop = () => {
    isStopped = true;
  };
  const start = async () => {
    const { keepResponses } = await import("./keep-responses.ts");
    // The download may end after the person has left.
    if (!isStopped) stop = keepResponses(cache, viewerId);
  };
  // Without the code, or without storage, there is less to read offline.
  const timer = setTimeout(() => void start().catch(() => undefined), START_MS);
  return () => {
    clearTimeout(timer);
    stop();
  };
}
