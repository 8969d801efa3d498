import type { components } from "./schema.d.ts";
import type { RequiredFields } from "./types.ts";

/** Types of an affiliation's own desk, `/api/affiliations/{id}/support`. */
type Schemas = components["schemas"];

export type AffiliationDesk = Schemas["AffiliationDesk"];
/** Without an email address, which only platform staff see. */
export type AffiliationTicket = RequiredFields<Schemas["AffiliationTicket"]>;
/** The switch of one affiliation, for staff. */
export type AffiliationDeskSwitch = Schemas["AffiliationDeskSwitch"];
