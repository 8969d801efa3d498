const key = "guildhall.invite-failures";
const most = 5;
const windowMs = 15 * 60_000;

/** A courtesy that spares the server: five wrong codes and the door rests for a quarter of an hour. */
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
    // The server counts as well.
  }
}
