import { useEffect, useState } from "react";

/** Seconds left of a countdown that starts now, and a function that restarts it. */
export function useCountdown(seconds: number): [left: number, restart: (seconds: number) => void] {
  const [left, setLeft] = useState(seconds);
  const running = left > 0;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setLeft((now) => Math.max(0, now - 1)), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return [left, setLeft];
}
