import { useEffect, useState } from "react";

/** Pause in typing after which a search starts. */
export const SEARCH_PAUSE_MS = 250;

/** The value after it has not changed for a while. */
export function useDebounced(value: string, pauseMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
