import { serverNow } from "@guildhall/web-kit/api/server-clock.ts";
import { useEffect, useState } from "react";

const TICK_MS = 5000;

/** The current time, updated every second, for texts such as "in 20 seconds". */
export function useSeconds(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
