import type { QueryClient } from "@tanstack/react-query";
import { z } from "zod/mini";
import { keys } from "../api/keys.ts";

/**
 * A change of an application or of a request for a new affiliation, sent to its admins or staff and
 * to the applicant.
 */
export interface AffiliationEvent {
  type: "affiliation-request.changed";
  /** Null for a requested affiliation that does not exist yet. */
  affiliationId: string | null;
  affiliationRequestId: string;
}

export const affiliationEvents = [
  z.object({
    type: z.literal("affiliation-request.changed"),
    affiliationId: z.nullable(z.string()),
    affiliationRequestId: z.string(),
  }),
] as const;

/**
 * Invalidates the lists of requests and the viewer's status. An affiliation's page may be loaded
 * under its id or its path.
 */
export function applyAffiliation(cache: QueryClient, { affiliationId }: AffiliationEvent): void {
  void cache.invalidateQueries({ queryKey: keys.ownAffiliationRequests });
  void cache.invalidateQueries({ queryKey: keys.allAffiliationRequests });
  void cache.invalidateQueries({ queryKey: keys.staffOverview });
  if (affiliationId === null) return;
  void cache.invalidateQueries({ queryKey: keys.affiliationRequests(affiliationId) });
  void cache.invalidateQueries({ queryKey: keys.openAffiliations });
  void cache.invalidateQueries({ queryKey: keys.affiliations });
}
