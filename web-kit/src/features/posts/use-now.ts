import { serverNow } from "../../api/server-clock.ts";
import { useSyncExternalStore } from "react";

const MINUTE_MS = 60_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

// One clock for the whole page, running only while somebody looks at it.
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, MINUTE_MS / 2);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  for (const listener of listeners) listener();
}

/** The present, to the minute: days pass while a thread stays open. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(serverNow() / MINUTE_MS) * MINUTE_MS);
}
