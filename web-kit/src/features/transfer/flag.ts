/** Timeout of a transfer. */
const flagLifeMs = 10_000;
/** A page accepts a transfer only within this time after its load. */
const pageWindowMs = 5000;

// This module is part of the initial bundle of every page.
const loadedAt = performance.now();

/** True if this page was loaded just now, as the target page of a transfer is. */
export function isTransferPage(): boolean {
  return performance.now() - loadedAt < pageWindowMs;
}

/** A transfer in progress. */
export interface TransferFlag {
  /** Aborts pending requests when the timeout expires. */
  signal: AbortSignal;
  /** Ends the transfer and its timeout. */
  lower: () => void;
}

/** Starts a transfer, which times out after ten seconds unless it is ended before. */
export function raiseFlag(onLapse: () => void = () => undefined): TransferFlag {
  const work = new AbortController();
  const timer = setTimeout(() => {
    work.abort();
    onLapse();
  }, flagLifeMs);
  return { signal: work.signal, lower: () => clearTimeout(timer) };
}
