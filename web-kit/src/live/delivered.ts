import { call } from "../api/client.ts";

/** Pause before each mark; those that arrive meanwhile are sent together. */
const PAUSE_MS = 1000;

/** The newest message by conversation whose delivery is not confirmed yet. */
const waiting = new Map<string, string>();
let timer: ReturnType<typeof setTimeout> | null = null;

/** Confirms that a message has reached one of the viewer's open pages. */
export function markDelivered(conversationId: string, messageId: string): void {
  waiting.set(conversationId, messageId);
  timer ??= setTimeout(sendNext, PAUSE_MS);
}

/** Sends no mark of a conversation that the viewer has left. */
export function cancelDelivered(conversationId: string): void {
  waiting.delete(conversationId);
}

function sendNext(): void {
  timer = null;
  const next = waiting.entries().next();
  if (next.done === true) return;
  const [conversationId, messageId] = next.value;
  waiting.delete(conversationId);
  // A lost mark is repeated with the next message.
  call("POST", `/api/conversations/${conversationId}/delivered`, { body: { messageId } }).catch(
    () => undefined,
  );
  if (waiting.size > 0) timer = setTimeout(sendNext, PAUSE_MS);
}
