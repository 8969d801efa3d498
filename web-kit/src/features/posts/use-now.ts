import { serverNow } from "../../api/server-clock.ts";
import { useSyncExternalStore } from "react";

const MINUTE_MS = 60_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

// One timer for the whole page, running only while a component subscribes.
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(notifyListeners, MINUTE_MS / 2);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** The current time to the minute: the day may change while a thread is open. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(serverNow() / MINUTE_MS) * MINUTE_MS);
}
