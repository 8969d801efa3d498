import { useEffect, useState, useSyncExternalStore } from "react";

const everyMs = 5000;
const stillness = "(prefers-reduced-motion: reduce)";

function subscribeStillness(listener: () => void) {
  const media = matchMedia(stillness);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}

export function useReducedMotion(): boolean {
  return useSyncExternalStore(subscribeStillness, () => matchMedia(stillness).matches);
}

/** The index of the current picture, which changes every five seconds unless `quiet`. */
export function useRotation(count: number, quiet: boolean): number {
  const [index, setIndex] = useState(0);
  useEffect(() => {
    if (quiet || count < 2) return;
    const timer = setInterval(() => {
      if (!document.hidden) setIndex((shown) => (shown + 1) % count);
    }, everyMs);
    return () => clearInterval(timer);
  }, [count, quiet]);
  return index;
}
