import type { AffiliationRequest } from "../../../api/types.ts";

/** Whom or what an answer lets in: a person, or the affiliation that they ask for. */
export function subjectOf({ type, person, affiliationName }: AffiliationRequest): string {
  return type === "new" ? affiliationName : person.displayName;
}

/** What is said of a request that was approved. */
export function approvedWords(request: AffiliationRequest): string {
  return `${subjectOf(request)} is now ${request.type === "new" ? "listed" : "a member"}`;
}
