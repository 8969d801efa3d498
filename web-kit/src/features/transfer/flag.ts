/** A transfer that has not come about by then never will. */
const flagLifeMs = 10_000;
/** Later than this after its load, a page is no place to arrive at. */
const pageWindowMs = 5000;

// This module is part of what every page loads first.
const loadedAt = performance.now();

/** Whether this page was loaded only just now, as one is that somebody was carried to. */
export function isTransferPage(): boolean {
  return performance.now() - loadedAt < pageWindowMs;
}

/** That a transfer is under way. */
export interface TransferFlag {
  /** Ends whatever is still asked when the flag lapses. */
  signal: AbortSignal;
  /** Takes the flag down; it does not lapse any more. */
  lower: () => void;
}

/** Raises the flag of a transfer. Unless it is lowered before, it lapses after its ten seconds. */
export function raiseFlag(onLapse: () => void = () => undefined): TransferFlag {
  const work = new AbortController();
  const timer = setTimeout(() => {
    work.abort();
    onLapse();
  }, flagLifeMs);
  return { signal: work.signal, lower: () => clearTimeout(timer) };
}
