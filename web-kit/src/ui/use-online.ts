import { useEffect, useRef, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
/** The page came from the service worker; the browser cannot know that the server is unreachable. */
let isUnreachable = document.documentElement.hasAttribute("data-offline");
let offlineSince = navigator.onLine && !isUnreachable ? null : Date.now();

function change(since: number | null) {
  offlineSince = since;
  for (const listener of listeners) listener();
}

addEventListener("online", () => {
  if (!isUnreachable) change(null);
});
addEventListener("offline", () => change(offlineSince ?? Date.now()));

/** Sets the time of the data that an offline page shows. */
export function setOfflineSince(since: number): void {
  if (offlineSince !== null) change(since);
}

/** Ends the offline state of a page that was loaded without a connection. */
export function setReachable(): void {
  isUnreachable = false;
  document.documentElement.removeAttribute("data-offline");
  // Everything that waits for a connection listens to this event.
  dispatchEvent(new Event("online"));
}

export function isOnline(): boolean {
  return navigator.onLine && !isUnreachable;
}

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
