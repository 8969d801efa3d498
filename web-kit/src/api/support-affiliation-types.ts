import type { Ticket } from "./support-types.ts";

/** Types of an affiliation's own desk, `/api/affiliations/{id}/support`. */

/** Whether staff let the affiliation answer the tickets of its portal. */
export interface AffiliationDesk {
  enabled: boolean;
  /** Tickets that are open or in progress. */
  openTickets: number;
}

/** Without an email address, which only platform staff see. */
export interface AffiliationTicket extends Ticket {
  /** Null if the person is not a member of the affiliation. */
  memberSince: string | null;
}

/** The switch of one affiliation, for staff. */
export interface AffiliationDeskSwitch {
  affiliationId: string;
  name: string;
  enabled: boolean;
}
