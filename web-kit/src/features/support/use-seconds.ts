import { useEffect, useState } from "react";

const TICK_MS = 1000;

/** Whole seconds since a time in milliseconds, counted on. */
export function useSeconds(since: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.round((now - since) / 1000));
}
