const key = "guildhall.invite-failures";
const most = 5;
const windowMs = 15 * 60_000;

/**
 * Locks the code field for 15 minutes after five wrong codes, to spare the server requests. The
 * server enforces its own limit.
 */
export function isInviteLocked(now = Date.now()): boolean {
  return recent(now).length >= most;
}

export function noteInviteFailure(now = Date.now()): void {
  write([...recent(now), now]);
}

export function clearInviteFailures(): void {
  write([]);
}

function recent(now: number): number[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    if (!Array.isArray(value)) return [];
    return value.filter((time) => typeof time === "number" && now - time < windowMs);
  } catch {
    return [];
  }
}

function write(times: number[]) {
  try {
    localStorage.setItem(key, JSON.stringify(times));
  } catch {
    // Storage is blocked: the server enforces the limit.
  }
}
