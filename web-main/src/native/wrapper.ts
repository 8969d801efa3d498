/** True if the page runs in the store app, whose bridge Capacitor injects. */
export function isInWrapper(): boolean {
  const bridge: unknown = Reflect.get(window, "Capacitor");
  if (typeof bridge !== "object" || bridge === null) return false;
  const isNative: unknown = Reflect.get(bridge, "isNativePlatform");
  return typeof isNative === "function" && Reflect.apply(isNative, bridge, []) === true;
}

const INTERACTIONS = ["click", "popstate"] as const;

/**
 * Calls `act` once in the store app. The bridge may be injected after the page has started,
 * so clicks and Back look for it again.
 */
export function inWrapper(act: () => void): void {
  if (isInWrapper()) {
    act();
    return;
  }
  const check = () => {
    if (!isInWrapper()) return;
    for (const kind of INTERACTIONS) removeEventListener(kind, check, true);
    act();
  };
  for (const kind of INTERACTIONS) addEventListener(kind, check, true);
}
