import { useQuery } from "@tanstack/react-query";
import type { Affiliation, AffiliationRequest } from "../../../api/types.ts";
import { useMe } from "../../accounts/queries.ts";
import { ownRequestsQuery } from "./queries.ts";

/**
 * The viewer's latest application to an affiliation; null for its members and without an
 * application.
 */
export function useOwnRequest(affiliation: Affiliation): AffiliationRequest | null {
  const me = useMe();
  const outside = me !== null && !affiliation.viewer.isMember;
  const { data } = useQuery({ ...ownRequestsQuery, enabled: outside });
  if (!outside) return null;
  return data?.items.find(({ affiliationId }) => affiliationId === affiliation.id) ?? null;
}
