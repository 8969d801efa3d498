import type { QueryClient } from "@tanstack/react-query";
import { restoreResponses } from "./restore-responses.ts";
import { storeResponses } from "./store-responses.ts";

/**
 * Stores the person's responses, and puts those of earlier pages into the cache when the connection
 * is lost. Returns a function that stops.
 */
export function keepResponses(cache: QueryClient, viewerId: string): () => void {
  const stopStoring = storeResponses(cache, viewerId);
  // Without storage the screens show what this page has loaded.
  const restore = () => void restoreResponses(cache, viewerId).catch(() => undefined);
  addEventListener("offline", restore);
  return () => {
    stopStoring();
    removeEventListener("offline", restore);
  };
}
