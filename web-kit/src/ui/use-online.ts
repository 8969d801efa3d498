import { useEffect, useRef, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
let offlineSince = navigator.onLine ? null : Date.now();

function change(since: number | null) {
  offlineSince = since;
  for (const listener of listeners) listener();
}

addEventListener("online", () => change(null));
addEventListener("offline", () => change(Date.now()));

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The time when the browser went offline, or null while it is online. */
export function useOfflineSince(): number | null {
  return useSyncExternalStore(subscribe, () => offlineSince);
}

export function useOnline(): boolean {
  return useOfflineSince() === null;
}

/** Calls back when the connection returns after it was lost while the component was mounted. */
export function useBackOnline(callback: (() => void) | undefined): void {
  const online = useOnline();
  const wasAway = useRef(!online);
  useEffect(() => {
    if (!online) {
      wasAway.current = true;
    } else if (wasAway.current) {
      wasAway.current = false;
      callback?.();
    }
  }, [online, callback]);
}
