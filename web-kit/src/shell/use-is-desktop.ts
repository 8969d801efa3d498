import { useSyncExternalStore } from "react";

const query = "(min-width: 48rem)";

function subscribe(listener: () => void) {
  const media = matchMedia(query);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}

/** True if the desktop header fits; otherwise the phone's header and bottom bar are used. */
export function useIsDesktop(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
