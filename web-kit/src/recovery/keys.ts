/**
 * Names that the specification fixes (A-250, A-257, G-006). They are a contract with operators and
 * support, so each is written only here.
 */

/** Local storage keys of connection recovery. */
export const recoveryKeys = {
  /** "true" from the start of a full reset until the page has loaded again. */
  connectionFault: "firestore-error",
  /** "true" while the service worker is disabled. */
  workerDisabled: "pwa-disable-sw",
  /** When the service worker was disabled, in milliseconds since the epoch. */
  workerDisabledAt: "sw-disabled-timestamp",
  /** When a chunk last failed to load, in milliseconds since the epoch. */
  chunkFailedAt: "dynamic-import-errors",
} as const;

/** Query parameters; each takes effect with the value "true". */
export const recoveryParams = {
  safeMode: "safe-mode",
  disableWorker: "disable-sw",
  cleared: "sw-cleared",
} as const;
