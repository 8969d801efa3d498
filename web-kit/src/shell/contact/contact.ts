import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";

/** How the viewer can write to a person. */
export interface Contact {
  mode: "open" | "request" | "refused" | "self";
  /** Reason of a refusal, in words. */
  reason: string | null;
  /** Their existing conversation. */
  conversationId: string | null;
}

/**
 * Requested once for each use and then dropped, because settings, blocks and memberships change the
 * answer.
 */
export const contactQuery = (userId: string) =>
  queryOptions({
    queryKey: keys.contact(userId),
    queryFn: ({ signal }) =>
      call<Contact>("GET", `/api/users/${encodeURIComponent(userId)}/contact`, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
