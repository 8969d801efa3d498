import { useSyncExternalStore } from "react";

const query = "(min-width: 48rem)";

function subscribe(listener: () => void) {
  const media = matchMedia(query);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}

/** Whether there is room for the desktop bar; below it the phone's header and bottom bar serve. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
