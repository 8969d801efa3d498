import { call, PORTAL_UNAVAILABLE, ProblemError } from "../../api/client.ts";

/**
 * A portal that is paused while it is open in a tab (P-21). The edge answers every request with its
 * branded notice, so the page is reloaded and the notice replaces it.
 */

/** The reason with which the live stream ends when an affiliation is paused. */
const PAUSED_REASON = "affiliation-paused";

const RELOADED_AT_KEY = "guildhall.paused-portal";
/** Minimum time between two reloads: an outdated copy of the page would reload for ever. */
const RELOAD_PAUSE_MS = 60_000;
const RETRY_MS = 1000;
const RETRIES_MAX = 15;

const isPortalUnavailable = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === PORTAL_UNAVAILABLE;

export const isPausedReason = (reason: string): boolean => reason === PAUSED_REASON;

/** Reloads the page for the notice, at most once in a minute. */
export function showPausedNotice(reload: () => void, now = Date.now()): void {
  const last = Number(sessionStorage.getItem(RELOADED_AT_KEY) ?? 0);
  if (now - last < RELOAD_PAUSE_MS) return;
  sessionStorage.setItem(RELOADED_AT_KEY, String(now));
  reload();
}

/**
 * Waits until the edge knows of the pause: the event may arrive before the edge's routes. Returns
 * false if the edge still serves the portal after the last attempt.
 */
export async function waitForPausedNotice(
  pause: () => Promise<void> = () => new Promise((done) => setTimeout(done, RETRY_MS)),
): Promise<boolean> {
  for (let attempt = 0; attempt < RETRIES_MAX; attempt += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      await call("GET", "/api/boot", { quiet: true });
    } catch (error) {
      if (isPortalUnavailable(error)) return true;
    }
    // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
    await pause();
  }
  return false;
}
