/** A thread that left its community: it was removed, or moved to another one. */
export interface Departure {
  communityId: string;
  threadId: string;
  /** Null if it was removed. */
  toCommunityId: string | null;
}

type DepartureListener = (departure: Departure) => void;
const listeners = new Set<DepartureListener>();

/** Tells the screen that shows the thread. */
export function publishDeparture(departure: Departure): void {
  for (const listener of listeners) listener(departure);
}

/** Returns a function that unsubscribes. */
export function onDeparture(listener: DepartureListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
