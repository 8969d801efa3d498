import { z } from "zod/mini";
import type { Message } from "../api/message-types.ts";

/** Events about conversations, sent to their participants only. */
export type MessageEvent =
  | {
      type: "message.created" | "message.updated";
      conversationId: string;
      message: Message;
    }
  | { type: "conversation.changed" | "conversation.left"; conversationId: string }
  | {
      type: "conversation.receipts";
      conversationId: string;
      userId: string;
      deliveredAt?: string | null | undefined;
      seenAt?: string | null | undefined;
    }
  | { type: "conversation.typing"; conversationId: string; userId: string }
  | { type: "presence.changed"; userId: string; online: boolean };

const id = z.string();
const time = z.optional(z.nullable(z.string()));
const message = z.custom<Message>(
  (value) =>
    typeof value === "object" && value !== null && "id" in value && typeof value.id === "string",
);

/** Schemas of the JSON events. */
export const messageEvents = [
  z.object({
    type: z.enum(["message.created", "message.updated"]),
    conversationId: id,
    message,
  }),
  z.object({
    type: z.enum(["conversation.changed", "conversation.left"]),
    conversationId: id,
  }),
  z.object({
    type: z.literal("conversation.receipts"),
    conversationId: id,
    userId: id,
    deliveredAt: time,
    seenAt: time,
  }),
  z.object({ type: z.literal("conversation.typing"), conversationId: id, userId: id }),
  z.object({ type: z.literal("presence.changed"), userId: id, online: z.boolean() }),
] as const;
