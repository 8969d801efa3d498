import type { AffiliationRequest } from "../../../api/types.ts";

/** The subject of an approval: the person, or the new affiliation. */
export function requestSubject({ type, person, affiliationName }: AffiliationRequest): string {
  return type === "new" ? affiliationName : person.displayName;
}

/** Message after an approval. */
export function approvedMessage(request: AffiliationRequest): string {
  return `${requestSubject(request)} is now ${request.type === "new" ? "listed" : "a member"}`;
}
