import type { components } from "./schema.d.ts";
import type { RequiredFields } from "./types.ts";

/** Types of conversations and messages, which the live events and several features use. */
type Schemas = components["schemas"];

export type Conversation = RequiredFields<Schemas["Conversation"]>;
export type ConversationKind = Schemas["ConversationKind"];
export type ConversationSummary = RequiredFields<Schemas["ConversationSummary"]>;
export type OwnConversationChange = Schemas["OwnChange"];
export type Receipt = RequiredFields<Schemas["MessageReceipt"]>;
export type Presence = RequiredFields<Schemas["UserPresence"]>;

export type Message = RequiredFields<Schemas["Message"]>;
export type MessageExcerpt = RequiredFields<Schemas["MessageExcerpt"]>;
export type MessageReaction = RequiredFields<Schemas["MessageReaction"]>;
export type NewMessage = Schemas["NewMessage"];

/** `nextCursor` leads to older messages, `previousCursor` to newer ones. */
export type MessagePage = Omit<RequiredFields<Schemas["MessagePage"]>, "items"> & {
  items: Message[];
};

/** The position of a page of messages; null is the newest page. */
export type MessagePosition = { around: string } | { older: string } | { newer: string } | null;

/** A message that was found. `match` has begin and end of each match, in characters. */
export type MessageHit = Omit<RequiredFields<Schemas["MessageSearchResult"]>, "match"> & {
  match: [number, number][];
};

export type MessageReport = RequiredFields<Schemas["MessageReport"]>;
export type MessageReports = Omit<RequiredFields<Schemas["MessageReports"]>, "items"> & {
  items: MessageReport[];
};
/** A reported message or one of its neighbours, as staff see it. */
export type ReportedMessage = RequiredFields<Schemas["ReportedMessage"]>;
export type MessageReportDetails = RequiredFields<Schemas["MessageReportDetails"]>;

/** The part of the conversations that a list shows. */
export type ConversationFilter = "inbox" | "requests" | "archived";
