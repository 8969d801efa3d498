import { staffKey } from "../../staff/queries.ts";

/** Query key of all lists of audit entries. */
export const auditKey = [...staffKey, "audit"];
