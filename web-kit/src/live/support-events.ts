import type { QueryClient } from "@tanstack/react-query";
import { z } from "zod/mini";
import { keys } from "../api/keys.ts";

/** Events of the support centre, for the member of the ticket or chat and for support staff. */
export type SupportEvent =
  | { type: "support.ticket-changed" | "support.message-created"; ticketId: string }
  | { type: "support.conversation-changed" | "support.chat-message"; supportConversationId: string }
  | { type: "support.viewing-changed"; staffId: string };

export const supportEvents = [
  z.object({
    type: z.enum(["support.ticket-changed", "support.message-created"]),
    ticketId: z.string(),
  }),
  z.object({
    type: z.enum(["support.conversation-changed", "support.chat-message"]),
    supportConversationId: z.string(),
  }),
  z.object({ type: z.literal("support.viewing-changed"), staffId: z.string() }),
] as const;

/** Invalidates the lists and the open ticket or chat; its text is loaded again with its rights. */
export function applySupport(
  cache: QueryClient,
  event: SupportEvent,
  viewerId: string | null,
): void {
  if (event.type === "support.viewing-changed") {
    // A reload reports the own item again: two tabs with different items would never stop.
    if (event.staffId === viewerId) return;
    void cache.invalidateQueries({ queryKey: keys.supportPresence });
    return;
  }
  void cache.invalidateQueries({ queryKey: keys.supportOverview });
  void cache.invalidateQueries({ queryKey: keys.supportDesk });
  void cache.invalidateQueries({ queryKey: keys.badges });
  if ("ticketId" in event) {
    void cache.invalidateQueries({ queryKey: keys.affiliationSupport });
    void cache.invalidateQueries({ queryKey: keys.supportTicketLists });
    void cache.invalidateQueries({ queryKey: keys.supportTicket(event.ticketId) });
    void cache.invalidateQueries({ queryKey: keys.supportTicketMessages(event.ticketId) });
    return;
  }
  void cache.invalidateQueries({ queryKey: keys.supportConversations });
  const { supportConversationId: id } = event;
  void cache.invalidateQueries({ queryKey: keys.supportConversation(id) });
  void cache.invalidateQueries({ queryKey: keys.supportChatMessages(id) });
}
