import type { components } from "./schema.d.ts";
import type { RequiredFields } from "./types.ts";

/** Types of the support desk, `/api/staff/support`. */
type Schemas = components["schemas"];

export type StaffTicket = RequiredFields<Schemas["StaffTicket"]>;
/** A change of a ticket; refused if the ticket is not at this version any more. */
export type TicketChange = Schemas["TicketChange"];
export type ChatChange = Schemas["SupportConversationChange"];
export type NewStaffMessage = RequiredFields<Schemas["NewStaffMessage"]>;

/** The owner of a ticket or chat. */
export type Requester = RequiredFields<Schemas["TicketRequester"]>;

export type SupportStats = RequiredFields<Schemas["TicketStatistics"]>;
export type CannedAnswer = RequiredFields<Schemas["CannedAnswer"]>;
export type SupportPresence = RequiredFields<Schemas["StaffPresence"]>;
export type TeamMember = RequiredFields<Schemas["SupportTeamMember"]>;
export type ChatSwitches = RequiredFields<Schemas["ChatSwitches"]>;

/** An entry of the support activity log (F-123). The description leaves the metadata open. */
export type SupportActivity = Omit<RequiredFields<Schemas["SupportActivity"]>, "metadata"> & {
  metadata: Record<string, unknown>;
};
