import { useEffect, useState } from "react";

const tickMs = 5000;

/** The time, for words such as "in 20 seconds". */
export function useSeconds(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
