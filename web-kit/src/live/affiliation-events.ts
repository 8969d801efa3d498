import type { QueryClient } from "@tanstack/react-query";
import { z } from "zod/mini";
import { keys } from "../api/keys.ts";

/** What is told of requests to belong, to those who answer and to whoever asked. */
export interface AffiliationEvent {
  type: "affiliation-request.changed";
  affiliationId: string;
  affiliationRequestId: string;
}

export const affiliationEvents = [
  z.object({
    type: z.literal("affiliation-request.changed"),
    affiliationId: z.string(),
    affiliationRequestId: z.string(),
  }),
] as const;

/** Loads anew what shows who asks, and how the viewer stands; a page of the affiliation may be open by either name. */
export function applyAffiliation(cache: QueryClient, { affiliationId }: AffiliationEvent): void {
  void cache.invalidateQueries({ queryKey: keys.affiliationRequests(affiliationId) });
  void cache.invalidateQueries({ queryKey: keys.ownAffiliationRequests });
  void cache.invalidateQueries({ queryKey: keys.openAffiliations });
  void cache.invalidateQueries({ queryKey: keys.affiliations });
}
