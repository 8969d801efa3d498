/** The router, as far as its first screen is concerned. */
export interface FirstNavigation {
  state: { initialized: boolean };
  subscribe: (listener: (state: { initialized: boolean }) => void) => () => void;
}

/**
 * Calls `act` once the first screen has been painted, so that it does not compete with the screen
 * for the connection and the processor.
 */
export function afterFirstScreen(router: FirstNavigation, act: () => void): void {
  if (router.state.initialized) {
    whenIdle(act);
    return;
  }
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    whenIdle(act);
  });
}

const IDLE_TIMEOUT_MS = 2000;

/** Waits for the paint, and then for an idle moment; Safari does not report those. */
function whenIdle(act: () => void): void {
  requestAnimationFrame(() => {
    if (typeof requestIdleCallback === "undefined") setTimeout(act, 0);
    else requestIdleCallback(act, { timeout: IDLE_TIMEOUT_MS });
  });
}
