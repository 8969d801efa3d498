import { t } from "@lingui/core/macro";
import type { AffiliationRequest } from "../../../api/types.ts";

/** The subject of an approval: the person, or the new affiliation. */
export function requestSubject({ type, person, affiliationName }: AffiliationRequest): string {
  return type === "new" ? affiliationName : person.displayName;
}

/** Message after an approval. */
export function approvedMessage(request: AffiliationRequest): string {
  const name = requestSubject(request);
  return request.type === "new" ? t`${name} is now listed` : t`${name} is now a member`;
}
