/**
 * The server's clock. Device clocks are wrong by days sometimes; times that the server sent are compared
 * with this one. It follows the `Date` header of every answer, which is right to the second.
 */

let serverMs = 0;
let heardAt = 0;
let known = false;

/** Takes the time of an answer that has just come. */
export function hearServerTime(response: Response): void {
  const time = Date.parse(response.headers.get("Date") ?? "");
  if (Number.isNaN(time)) return;
  serverMs = time;
  // Not the device's clock, which may be set anew while the page stands.
  heardAt = performance.now();
  known = true;
}

/** Now, in Unix milliseconds, by the server's clock; by the device's until the server has answered. */
export function serverNow(): number {
  return known ? serverMs + (performance.now() - heardAt) : Date.now();
}

/** Whether a time that the server sent has passed. */
export function hasPassed(iso: string): boolean {
  return Date.parse(iso) <= serverNow();
}

/** Forgets the server's time, for tests that share a page. */
export function forgetServerTime(): void {
  known = false;
}
