import { applyAddressFlags, hasUnfinishedReset, recordResetDone } from "./flags.ts";
import { recoveryParams } from "./keys.ts";
import { resetAndReload } from "./reset.ts";
import { isConnectionError, recordStreamFailure } from "./stream-health.ts";
import { watchTypedText } from "./typed-text.ts";
import { clearCaches, unregisterWorkers } from "./worker-reset.ts";

/**
 * Reads the recovery flags before the router does, and finishes an interrupted reset. Returns true
 * if the page was opened by a finished reset.
 */
export function startRecovery(): boolean {
  watchTypedText();
  const isCleared = takeClearedParam();
  if (applyAddressFlags(location.search)) void unregisterWorkers().then(clearCaches);
  if (isCleared) {
    recordResetDone();
  } else if (hasUnfinishedReset()) {
    void resetAndReload();
  }
  addEventListener("keydown", resetOnHotkey);
  addEventListener("unhandledrejection", ({ reason }) => recordFault(reason));
  addEventListener("error", ({ error }) => recordFault(error));
  return isCleared;
}

/** Removes the parameter of a finished reset from the address; returns true if it was there. */
function takeClearedParam(): boolean {
  const url = new URL(location.href);
  if (url.searchParams.get(recoveryParams.cleared) !== "true") return false;
  url.searchParams.delete(recoveryParams.cleared);
  history.replaceState(history.state, "", url);
  return true;
}

function recordFault(error: unknown): void {
  if (isConnectionError(error)) recordStreamFailure();
}

/** Shift+Alt+C. The code names the key, because Alt changes the character on a Mac. */
function resetOnHotkey(event: KeyboardEvent): void {
  const { code, shiftKey, altKey, ctrlKey, metaKey } = event;
  if (code !== "KeyC" || !shiftKey || !altKey || ctrlKey || metaKey) return;
  event.preventDefault();
  void resetAndReload();
}
