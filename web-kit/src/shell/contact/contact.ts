import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import type { components } from "../../api/schema.d.ts";
import type { RequiredFields } from "../../api/types.ts";

/** How the viewer can write to a person. */
export type Contact = RequiredFields<components["schemas"]["ContactOptions"]>;

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
