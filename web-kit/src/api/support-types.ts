import type { Page } from "./types.ts";

/**
 * API types of the support centre: `/api/support` for members, `/api/staff/support` for staff.
 * Spelled as the server sends them: `in_progress` for tickets, `in-progress` for chats (G-111).
 */
export type TicketStatus = "open" | "in_progress" | "resolved" | "closed";
export type TicketPriority = "low" | "medium" | "high" | "urgent";
export type TicketCategory = "general" | "technical" | "account" | "groups" | "content" | "other";
export type ChatStatus = "open" | "in-progress" | "waiting" | "resolved" | "closed";

export interface SupportAttachment {
  id: string;
  url: string;
  fileName: string;
  contentType: string;
  size: number;
  width: number | null;
  height: number | null;
  uploadedById: string | null;
}

export interface Ticket {
  id: string;
  /** Eight characters, for the ticket's own page (G-063). */
  shortId: string;
  /** The last six of them, for lists. */
  listId: string;
  title: string;
  description: string;
  status: TicketStatus;
  priority: TicketPriority;
  /** The member's own choice, stored next to the priority that staff set (G-051). */
  requestedPriority: TicketPriority;
  category: TicketCategory;
  createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  userId: string;
  userName: string;
  userEmail: string;
  assignedToId: string | null;
  assignedToName: string | null;
  /** True for the one kind of ticket that a paused account may have. */
  aboutPause: boolean;
  mergedIntoId: string | null;
  /** Increases with every change; sent back so that no update is lost. */
  version: number;
  messageCount: number;
  /** Changes of status by staff, oldest first; empty in lists. */
  statusChanges: { at: string; newStatus: TicketStatus; staffName: string | null }[];
  /** Files sent with the description; empty in lists. */
  attachments: SupportAttachment[];
}

export interface TicketMessage {
  id: string;
  ticketId: string;
  message: string;
  createdAt: string;
  senderId: string | null;
  senderName: string;
  isStaff: boolean;
  /** An internal note; members never receive one. */
  internal: boolean;
  attachments: SupportAttachment[];
}

export interface NewTicket {
  title: string;
  description: string;
  category: TicketCategory;
  priority: TicketPriority;
}

export interface SupportConversation {
  id: string;
  topic: string | null;
  status: ChatStatus;
  priority: TicketPriority;
  createdAt: string;
  updatedAt: string;
  lastMessage: string | null;
  /** Messages that the reader has not seen. */
  unreadCount: number;
  userId: string;
  userDisplayName: string;
  /** For staff only. */
  userEmail: string | null;
  assignedTo: string | null;
  assignedToName: string | null;
  version: number;
  endedAt: string | null;
  /** The portal that the chat was started on; null for the main site. */
  siteAffiliationId: string | null;
}

export interface ChatMessage {
  id: string;
  conversationId: string;
  content: string;
  senderId: string | null;
  senderName: string;
  isStaff: boolean;
  timestamp: string;
}

/** The figures and newest items of the Overview tab. */
export interface SupportOverview {
  activeConversations?: number;
  openTickets: number;
  staffAvailable: number;
  /** Not true where support chat is switched off, for the network or for this portal (G-050). */
  chatEnabled?: boolean;
  recentTickets: Ticket[];
  recentConversations?: SupportConversation[];
}

export type TicketPage = Page<Ticket>;
export type TicketMessagePage = Page<TicketMessage>;
export type ConversationPage = Page<SupportConversation>;
export type ChatMessagePage = Page<ChatMessage>;
