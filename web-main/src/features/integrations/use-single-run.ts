import { useRef } from "react";

/**
 * Ignores calls while one runs. A double click precedes the render that disables the button, and
 * each request would create another secret: these requests take no idempotency key.
 */
export function useSingleRun<Arguments extends unknown[]>(
  run: (...values: Arguments) => Promise<void>,
): (...values: Arguments) => Promise<void> {
  const isRunning = useRef(false);
  return async (...values) => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await run(...values);
    } finally {
      isRunning.current = false;
    }
  };
}
