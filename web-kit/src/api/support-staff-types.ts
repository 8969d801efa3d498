import type { ChatStatus, Ticket, TicketCategory, TicketPriority } from "./support-types.ts";

/** API types of the support desk, `/api/staff/support`. */
export interface StaffTicket extends Ticket {
  /** The portal that the ticket was made on; null for the main site. */
  siteAffiliationId: string | null;
  siteName: string | null;
  firstAnsweredAt: string | null;
}

/** A change of a ticket; refused if the ticket is not at this version any more. */
export interface TicketChange {
  version: number;
  status?: Ticket["status"];
  priority?: TicketPriority;
  category?: TicketCategory;
  assignedToId?: string | null;
}

export interface ChatChange {
  version: number;
  status?: ChatStatus;
  assignedTo?: string | null;
}

/** A ticket's owner, for the sidebar. */
export interface Requester {
  userId: string;
  displayName: string;
  email: string;
  profilePicture: string | null;
  accountStatus: "active" | "paused" | "banned" | "suspended";
  pausedUntil: string | null;
  isOnboarded: boolean;
  joinedDate: string;
  affiliations: { id: string; name: string }[];
  communities: { id: string; name: string }[];
  tickets: Ticket[];
  siteAffiliationId: string | null;
  siteName: string | null;
}

export interface SupportStats {
  total: number;
  open: number;
  inProgress: number;
  resolved: number;
  closed: number;
  /** Hours with one decimal (F-110). */
  averageResolutionTime: number;
  averageFirstAnswerTime: number;
  byPriority: Record<TicketPriority, number>;
  byCategory: Record<TicketCategory, number>;
  days: { day: string; created: number; closed: number }[];
}

export interface CannedAnswer {
  id: string;
  title: string;
  body: string;
  updatedAt: string;
}

export interface SupportPresence {
  staffAvailable: number;
  /** Other staff who have the same ticket or chat open. */
  viewers: { userId: string; displayName: string }[];
}

export interface TeamMember {
  userId: string;
  displayName: string;
  profilePicture: string | null;
  online: boolean;
  lastSeenAt: string | null;
  viewingTicketId: string | null;
  openTickets: number;
  /** Missing while the server has no chat. */
  activeConversations?: number;
  /** Of the last 30 days, as the next three. */
  ticketsAnswered: number;
  ticketsClosed: number;
  averageFirstAnswerTime: number | null;
  averageResolutionTime: number | null;
}

/** An entry of the support activity log (F-123). */
export interface SupportActivity {
  id: string;
  staffId: string | null;
  staffName: string;
  action: string;
  ticketId: string | null;
  conversationId: string | null;
  metadata: Record<string, unknown>;
  /** Seconds. */
  duration: number | null;
  timestamp: string;
}

export interface ChatSwitches {
  network: boolean;
  portals: { affiliationId: string; name: string; enabled: boolean }[];
}
