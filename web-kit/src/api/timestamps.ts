/**
 * A server timestamp in microseconds since the epoch, its full precision. The server omits trailing
 * zeros of the fraction, so its timestamps cannot be compared as text.
 */
export function toMicros(timestamp: string): number {
  const fraction = /\.(\d+)/.exec(timestamp)?.[1] ?? "";
  return Date.parse(timestamp) * 1000 + Number(fraction.slice(3, 6).padEnd(3, "0"));
}

type Timestamp = string | null | undefined;

/** True if the first timestamp is later; a missing one is earlier than all others. */
export function isLater(first: Timestamp, second: Timestamp): boolean {
  if (first == null) return false;
  return second == null || toMicros(first) > toMicros(second);
}
