import type {
  ChatMessage,
  SupportConversation,
  SupportOverview,
  Ticket,
  TicketMessage,
} from "../api/support-types.ts";

/** Test data builders for the support centre. */
export function ticket(id: string, changes: Partial<Ticket> = {}): Ticket {
  return {
    id,
    shortId: id.slice(-8).toUpperCase(),
    listId: id.slice(-6).toUpperCase(),
    title: `Problem ${id}`,
    description: `It happens with ${id}`,
    status: "open",
    priority: "medium",
    requestedPriority: "high",
    category: "account",
    createdAt: "2026-11-20T16:20:00Z",
    updatedAt: "2026-11-20T17:02:00Z",
    closedAt: null,
    userId: "nadia",
    userName: "Nadia Rahman",
    userPicture: null,
    userEmail: "nadia.rahman@ashcombe.example",
    assignedToId: null,
    assignedToName: null,
    assignedToPicture: null,
    aboutPause: false,
    mergedIntoId: null,
    version: 1,
    messageCount: 0,
    statusChanges: [],
    attachments: [],
    ...changes,
  };
}

export function ticketMessage(id: string, changes: Partial<TicketMessage> = {}): TicketMessage {
  return {
    id,
    ticketId: "ticket-7f3kq2ab",
    message: `Words of ${id}`,
    createdAt: "2026-11-20T17:02:00Z",
    senderId: "owen",
    senderName: "Owen Pritchard",
    senderPicture: null,
    isStaff: true,
    internal: false,
    attachments: [],
    ...changes,
  };
}

export function conversation(
  id: string,
  changes: Partial<SupportConversation> = {},
): SupportConversation {
  return {
    id,
    topic: `Topic of ${id}`,
    status: "open",
    priority: "medium",
    createdAt: "2026-11-20T16:20:00Z",
    updatedAt: "2026-11-20T17:02:00Z",
    lastMessage: null,
    unreadCount: 0,
    userId: "nadia",
    userDisplayName: "Nadia Rahman",
    userEmail: null,
    assignedTo: null,
    assignedToName: null,
    version: 1,
    endedAt: null,
    siteAffiliationId: null,
    ...changes,
  };
}

export function chatMessage(id: string, changes: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id,
    conversationId: "chat",
    content: `Words of ${id}`,
    senderId: "owen",
    senderName: "Owen Pritchard",
    senderPicture: null,
    isStaff: true,
    timestamp: "2026-11-20T17:02:00Z",
    ...changes,
  };
}

export function supportOverview(changes: Partial<SupportOverview> = {}): SupportOverview {
  return {
    activeConversations: 1,
    openTickets: 2,
    staffAvailable: 3,
    chatEnabled: true,
    recentTickets: [],
    recentConversations: [],
    ...changes,
  };
}
