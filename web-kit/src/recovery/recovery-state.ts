/** What the person is shown while a connection fault is repaired. */
export type RecoveryState =
  | "idle"
  /** The indicator. */
  | "fixing"
  /** The indicator and the alert that the page will reload. */
  | "reloading";

let state: RecoveryState = "idle";
const listeners = new Set<() => void>();

export const recoveryState = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): RecoveryState => state,
  set(next: RecoveryState): void {
    state = next;
    for (const listener of listeners) listener();
  },
};
