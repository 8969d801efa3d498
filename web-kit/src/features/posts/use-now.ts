import { useSyncExternalStore } from "react";

const MINUTE_MS = 60_000;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, MINUTE_MS / 2);
  return () => clearInterval(timer);
}

/** The present, to the minute: days pass while a thread stays open. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS);
}
