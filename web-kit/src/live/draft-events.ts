import { z } from "zod/mini";

/** A draft that one of the viewer's devices has stored on the server. */
export interface ServerDraft {
  place: string;
  text: string;
  replyTo: { parentPostId: string; name: string } | null;
  /** Time of the change, by the server's clock. */
  updated: string;
}

/**
 * Events about the viewer's own drafts, sent to all their tabs and devices. They carry no text,
 * which would stay readable in the event log.
 */
export type DraftEvent =
  | { type: "draft.updated"; place: string; updated: string }
  | { type: "draft.removed"; place: string };

const id = z.string();

/** Schemas of the JSON events. */
export const draftEvents = [
  z.object({ type: z.literal("draft.updated"), place: id, updated: z.string() }),
  z.object({ type: z.literal("draft.removed"), place: id }),
] as const;

/** A resync means that events may have been missed. */
type Listener = (event: DraftEvent | { type: "resync" }) => void;
const listeners = new Set<Listener>();

/** Subscribes to events about drafts, which are not in the query cache. Returns an unsubscribe. */
export function onDraftEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Called by the live stream. */
export function publishDraftEvent(event: DraftEvent | { type: "resync" }): void {
  for (const listener of listeners) listener(event);
}
