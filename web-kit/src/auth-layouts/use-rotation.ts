import { useEffect, useState, useSyncExternalStore } from "react";

const ROTATION_MS = 5000;
const reducedMotionQuery = "(prefers-reduced-motion: reduce)";

function subscribeReducedMotion(listener: () => void) {
  const media = matchMedia(reducedMotionQuery);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}

export function useReducedMotion(): boolean {
  return useSyncExternalStore(subscribeReducedMotion, () => matchMedia(reducedMotionQuery).matches);
}

/** The index of the current picture, which changes every five seconds unless `quiet`. */
export function useRotation(count: number, quiet: boolean): number {
  const [index, setIndex] = useState(0);
  useEffect(() => {
    if (quiet || count < 2) return;
    const timer = setInterval(() => {
      if (!document.hidden) setIndex((shown) => (shown + 1) % count);
    }, ROTATION_MS);
    return () => clearInterval(timer);
  }, [count, quiet]);
  return index;
}
