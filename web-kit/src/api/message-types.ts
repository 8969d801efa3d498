import type { components } from "./schema.d.ts";
import type { Page, Person, PostImage, RequiredFields } from "./types.ts";

/**
 * Types of conversations and messages. Fields that the API description does not have yet are
 * declared here; a server without them is treated as one that omits them.
 */
type Schemas = components["schemas"];

export type ConversationKind = Schemas["ConversationKind"];
export type MessageExcerpt = RequiredFields<Schemas["MessageExcerpt"]> & { imageCount?: number };
export type MessageReaction = RequiredFields<Schemas["MessageReaction"]>;
export type OwnConversationChange = Schemas["OwnChange"];

/** When messages reached another participant. */
export interface Receipt {
  userId: string;
  deliveredAt?: string | null;
  seenAt?: string | null;
}

export interface Presence {
  userId: string;
  online: boolean;
  lastActiveAt?: string | null;
}

export type Conversation = Omit<RequiredFields<Schemas["Conversation"]>, "lastMessage"> & {
  lastMessage: MessageExcerpt | null;
  receipts?: Receipt[];
  firstUnreadId?: string | null;
  presence?: Presence[];
  canReport?: boolean;
};

export type Message = Omit<RequiredFields<Schemas["Message"]>, "replyTo"> & {
  replyTo: MessageExcerpt | null;
  images?: PostImage[];
};

/** `nextCursor` leads to older messages, `previousCursor` to newer ones. */
export type MessagePage = Page<Message> & { previousCursor?: string | null };

/** The position of a page of messages; null is the newest page. */
export type MessagePosition = { around: string } | { older: string } | { newer: string } | null;

export interface MessageHit {
  conversation: { id: string; title: string | null; participants: Person[] };
  message: MessageExcerpt;
  /** Begin and end of each match in the excerpt, in characters. */
  match: [number, number][];
}

/** A report of a message in the list of staff, without the message. */
export interface MessageReport {
  id: string;
  /** Null if the account was deleted; so is the reporter. */
  sender: Person | null;
  reporter: Person | null;
  reason: string;
  status: Schemas["ReportStatus"];
  createdAt: string;
  handledBy: Person | null;
  handledAt: string | null;
}

export type MessageReports = Page<MessageReport> & { openCount: number };

/** A reported message or one of its neighbours, as staff see it. */
export interface ReportedMessage {
  id: string;
  kind: Schemas["MessageKind"];
  sender: Person;
  content: string;
  timestamp: string;
  editedAt: string | null;
  deleted: boolean;
  imageCount: number;
  reported: boolean;
}

export interface MessageReportDetails {
  report: MessageReport;
  messages: ReportedMessage[];
}

export interface ConversationSummary {
  /** Conversations with unread messages. */
  unread: number;
  /** Message requests that wait for an answer. */
  requests: number;
}

export interface NewMessage {
  content: string;
  replyToId?: string;
  imageIds?: string[];
}

/** The part of the conversations that a list shows. */
export type ConversationFilter = "inbox" | "requests" | "archived";
