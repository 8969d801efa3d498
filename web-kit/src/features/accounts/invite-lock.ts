const STORAGE_KEY = "guildhall.invite-failures";
const FAILURES_MAX = 5;
const WINDOW_MS = 15 * 60_000;

/**
 * Locks the code field for 15 minutes after five wrong codes, to spare the server requests. The
 * server enforces its own limit.
 */
export function isInviteLocked(now = Date.now()): boolean {
  return recentFailures(now).length >= FAILURES_MAX;
}

export function noteInviteFailure(now = Date.now()): void {
  writeFailures([...recentFailures(now), now]);
}

export function clearInviteFailures(): void {
  writeFailures([]);
}

function recentFailures(now: number): number[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    if (!Array.isArray(value)) return [];
    return value.filter((time) => typeof time === "number" && now - time < WINDOW_MS);
  } catch {
    return [];
  }
}

function writeFailures(times: number[]) {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(times));
  } catch {
    // Storage is blocked: the server enforces the limit.
  }
}
