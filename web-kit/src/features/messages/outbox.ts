import type { Message, MessageExcerpt } from "../../api/message-types.ts";
import type { PostImage } from "../../api/types.ts";
import type { NewItem, Outbox, PendingItem } from "../../offline/outbox.ts";

/** A message that the server has not confirmed yet. */
export interface PendingMessage extends PendingItem {
  conversationId: string;
  /** As typed, to give it back to the composer. */
  draft: string;
  /** As sent to the server. */
  content: string;
  replyTo: (MessageExcerpt & { name: string }) | null;
  images: readonly PostImage[];
}

export type UnsentMessage = NewItem<PendingMessage>;

/** Messages are sent in the order of writing, one at a time in each conversation. */
export type MessageOutbox = Outbox<PendingMessage, Message>;

/** Reads a stored message; null if it has another form. */
export function readMessage(value: unknown): UnsentMessage | null {
  if (typeof value !== "object" || value === null) return null;
  const fields = new Map<string, unknown>(Object.entries(value));
  const texts = ["key", "viewerId", "conversationId", "draft", "content", "created"];
  const isMessage =
    texts.every((name) => typeof fields.get(name) === "string") &&
    Array.isArray(fields.get("images"));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each text field was checked
  return isMessage ? (value as UnsentMessage) : null;
}
