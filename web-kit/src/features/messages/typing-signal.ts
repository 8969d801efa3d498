import type { Conversation } from "../../api/message-types.ts";
import { ProblemError } from "../../api/problem.ts";
import { sendTyping } from "./queries.ts";

/** Shortest time between two signals in a conversation. */
const INTERVAL_MS = 3000;

const sentAt = new Map<string, number>();
/** True once the server has no typing signals. */
let isUnsupported = false;

/** Tells the other people that the viewer is typing. */
export function sendTypingSignal({ id, state }: Conversation): void {
  if (isUnsupported || state !== "open") return;
  const now = Date.now();
  if (now - (sentAt.get(id) ?? 0) < INTERVAL_MS) return;
  sentAt.set(id, now);
  sendTyping(id).catch((error: unknown) => {
    if (error instanceof ProblemError && error.status === 405) isUnsupported = true;
  });
}
