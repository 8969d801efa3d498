import { recordConnectionFault } from "./flags.ts";
import { recoveryParams } from "./keys.ts";
import { recoveryState } from "./recovery-state.ts";
import { clearCaches, unregisterWorkers } from "./worker-reset.ts";

/** How long the alert is readable before the reset. */
export const RESET_DELAY_MS = 2000;

let isRunning = false;

/**
 * The full reset: disables the worker, deletes the caches and opens the site again. The
 * flags come first, so that the next start finishes an interrupted reset.
 */
export async function resetAndReload(): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  recoveryState.set("reloading");
  recordConnectionFault();
  await new Promise((done) => setTimeout(done, RESET_DELAY_MS));
  await unregisterWorkers();
  await clearCaches();
  location.replace(`${location.origin}/?${recoveryParams.cleared}=true`);
}
