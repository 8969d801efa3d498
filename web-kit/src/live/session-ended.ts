type EndedListener = (reason: string) => void;

const listeners = new Set<EndedListener>();

/**
 * Notifies the shell that the server ended this session: signed out elsewhere, suspended or
 * deleted.
 */
export function onSessionEnded(listener: EndedListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Called by the live stream, which is loaded with the first member's screen. */
export function publishSessionEnded(reason: string): void {
  for (const listener of listeners) listener(reason);
}
