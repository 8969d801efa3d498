import type { QueryClient } from "@tanstack/react-query";
import { z } from "zod/mini";
import { keys } from "../api/keys.ts";

/**
 * A change of an application or of a request for a new affiliation, sent to its admins or staff and
 * to the applicant.
 */
export interface AffiliationRequestEvent {
  type: "affiliation-request.changed";
  /** Null for a requested affiliation that does not exist yet. */
  affiliationId: string | null;
  affiliationRequestId: string;
}

/** A change of an affiliation or its administration, sent to its members, its role holders and staff. */
export interface AffiliationChangeEvent {
  type: "affiliation.changed";
  affiliationId: string;
}

export type AffiliationEvent = AffiliationRequestEvent | AffiliationChangeEvent;

export const affiliationEvents = [
  z.object({
    type: z.literal("affiliation-request.changed"),
    affiliationId: z.nullable(z.string()),
    affiliationRequestId: z.string(),
  }),
  z.object({ type: z.literal("affiliation.changed"), affiliationId: z.string() }),
] as const;

export function applyAffiliation(cache: QueryClient, event: AffiliationEvent): void {
  if (event.type === "affiliation.changed") applyAffiliationChange(cache, event.affiliationId);
  else applyAffiliationRequest(cache, event.affiliationId);
}

/**
 * Invalidates the lists of requests and the viewer's status. An affiliation's page may be loaded
 * under its id or its path.
 */
function applyAffiliationRequest(cache: QueryClient, affiliationId: string | null): void {
  void cache.invalidateQueries({ queryKey: keys.ownAffiliationRequests });
  void cache.invalidateQueries({ queryKey: keys.allAffiliationRequests });
  void cache.invalidateQueries({ queryKey: keys.staffOverview });
  if (affiliationId === null) return;
  void cache.invalidateQueries({ queryKey: keys.affiliationRequests(affiliationId) });
  void cache.invalidateQueries({ queryKey: keys.affiliationOverview(affiliationId) });
  void cache.invalidateQueries({ queryKey: keys.openAffiliations });
  void cache.invalidateQueries({ queryKey: keys.affiliations });
}

/** Invalidates the affiliation's page, its admin area and its entry in the lists. */
function applyAffiliationChange(cache: QueryClient, affiliationId: string): void {
  for (const queryKey of [
    keys.openAffiliations,
    keys.affiliations,
    keys.affiliationOverview(affiliationId),
    keys.affiliationAdmins(affiliationId),
    keys.affiliationMembers(affiliationId),
    keys.affiliationJoining(affiliationId),
    keys.affiliationInvitations(affiliationId),
    keys.staffAffiliations,
  ]) {
    void cache.invalidateQueries({ queryKey });
  }
  // Fetched with the page that offers it: an answered or withdrawn handover no longer exists.
  void cache.invalidateQueries({
    queryKey: keys.affiliationHandover(affiliationId),
    refetchType: "none",
  });
}
