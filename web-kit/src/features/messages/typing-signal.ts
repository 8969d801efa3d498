import type { Conversation } from "../../api/message-types.ts";
import { sendTyping } from "./queries.ts";

/** Shortest time between two signals in a conversation. */
const INTERVAL_MS = 3000;

const sentAt = new Map<string, number>();

/** Shows the other people that the viewer is typing. */
export function sendTypingSignal({ id, state }: Conversation): void {
  if (state !== "open") return;
  const now = Date.now();
  if (now - (sentAt.get(id) ?? 0) < INTERVAL_MS) return;
  sentAt.set(id, now);
  // A lost signal is repeated while the viewer goes on typing.
  sendTyping(id).catch(() => undefined);
}
