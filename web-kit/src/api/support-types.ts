import type { components } from "./schema.d.ts";
import type { Page, RequiredFields } from "./types.ts";

/** Types of the support centre: `/api/support` for members, `/api/staff/support` for staff. */
type Schemas = components["schemas"];

/** Spelled `in_progress` for tickets and `in-progress` for chats (G-111). */
export type TicketStatus = Schemas["TicketStatus"];
export type ChatStatus = Schemas["ChatStatus"];
export type TicketPriority = Schemas["SupportPriority"];
export type TicketCategory = Schemas["TicketCategory"];

export type SupportAttachment = RequiredFields<Schemas["TicketAttachment"]>;
/** `attachments` and `statusChanges` are empty in lists. */
export type Ticket = RequiredFields<Schemas["SupportTicket"]>;
export type TicketMessage = RequiredFields<Schemas["TicketMessage"]>;
export type NewTicket = RequiredFields<Schemas["NewTicket"]>;
export type NewTicketMessage = RequiredFields<Schemas["NewTicketMessage"]>;

export type SupportConversation = RequiredFields<Schemas["SupportConversation"]>;
export type ChatMessage = RequiredFields<Schemas["SupportChatMessage"]>;
export type NewSupportConversation = Schemas["NewSupportConversation"];
export type SupportOverview = RequiredFields<Schemas["SupportOverview"]>;

export type TicketPage = Page<Ticket>;
export type TicketMessagePage = Page<TicketMessage>;
export type ConversationPage = Page<SupportConversation>;
export type ChatMessagePage = Page<ChatMessage>;
