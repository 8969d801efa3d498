import type { QueryClient } from "@tanstack/react-query";
import { z } from "zod/mini";
import { keys } from "../api/keys.ts";

/** What is told of requests to belong, and of those for a new affiliation, to those who answer and to whoever asked. */
export interface AffiliationEvent {
  type: "affiliation-request.changed";
  /** Null as long as there is none: it is asked for, and was not added. */
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

/** Loads anew what shows who asks, and how the viewer stands; a page of the affiliation may be open by either name. */
export function applyAffiliation(cache: QueryClient, { affiliationId }: AffiliationEvent): void {
  void cache.invalidateQueries({ queryKey: keys.ownAffiliationRequests });
  void cache.invalidateQueries({ queryKey: keys.allAffiliationRequests });
  void cache.invalidateQueries({ queryKey: keys.staffOverview });
  if (affiliationId === null) return;
  void cache.invalidateQueries({ queryKey: keys.affiliationRequests(affiliationId) });
  void cache.invalidateQueries({ queryKey: keys.openAffiliations });
  void cache.invalidateQueries({ queryKey: keys.affiliations });
}
