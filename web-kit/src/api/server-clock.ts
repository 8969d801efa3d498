/**
 * The server's clock. A device's clock can be wrong by days, so server timestamps are compared with
 * this one. It follows the `Date` header of each response, accurate to a second.
 */

let serverMs = 0;
let receivedAt = 0;
let lastKnown = false;

/** Updates the clock from a response. */
export function recordServerTime(response: Response): void {
  const time = Date.parse(response.headers.get("Date") ?? "");
  if (Number.isNaN(time)) return;
  serverMs = time;
  // Not `Date.now()`, because the device's clock may be changed while the page is open.
  receivedAt = performance.now();
  lastKnown = true;
}

/**
 * The current time in Unix milliseconds by the server's clock, or by the device's before the first
 * response.
 */
export function serverNow(): number {
  return lastKnown ? serverMs + (performance.now() - receivedAt) : Date.now();
}

/** True if a time sent by the server has passed. */
export function hasPassed(iso: string): boolean {
  return Date.parse(iso) <= serverNow();
}

/** Resets the clock, for tests that share a page. */
export function resetServerTime(): void {
  lastKnown = false;
}
