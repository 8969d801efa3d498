import { useEffect, useState } from "react";

/** How long whoever looks for something in a list must pause before it is asked for. */
export const SEARCH_PAUSE_MS = 250;

/** What was typed or chosen, once that has paused. */
export function useSettled(value: string, pauseMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
