import { call } from "../api/client.ts";
import { ProblemError } from "../api/problem.ts";

/** Pause between two marks; those that arrive meanwhile are sent together. */
const PAUSE_MS = 1000;

/** The newest message by conversation whose delivery is not confirmed yet. */
const waiting = new Map<string, string>();
let timer: ReturnType<typeof setTimeout> | null = null;
/** True once the server has no delivery marks. */
let isUnsupported = false;

/** Confirms that a message has reached one of the viewer's open pages. */
export function markDelivered(conversationId: string, messageId: string): void {
  if (isUnsupported) return;
  waiting.set(conversationId, messageId);
  timer ??= setTimeout(sendNext, PAUSE_MS);
}

/** Forgets all unsent marks, for another viewer. */
export function clearDelivered(): void {
  waiting.clear();
  if (timer !== null) clearTimeout(timer);
  timer = null;
  isUnsupported = false;
}

function sendNext(): void {
  timer = null;
  const next = waiting.entries().next();
  if (next.done === true) return;
  const [conversationId, messageId] = next.value;
  waiting.delete(conversationId);
  call("POST", `/api/conversations/${conversationId}/delivered`, { body: { messageId } }).catch(
    (error: unknown) => {
      // A lost mark is repeated with the next message.
      if (error instanceof ProblemError && error.status === 405) isUnsupported = true;
    },
  );
  if (waiting.size > 0) timer = setTimeout(sendNext, PAUSE_MS);
}
