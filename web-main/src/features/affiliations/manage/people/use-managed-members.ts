import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { AffiliationMember } from "@guildhall/web-kit/api/affiliation-admin-types.ts";
import { managedMembersQuery } from "../queries.ts";

/** Number of matches after which the rest is loaded on request. */
const MATCHES_AT_ONCE = 20;

/**
 * The members whose name or handle contains `called`, page by page. Further pages are loaded until
 * there are enough matches.
 */
export function useManagedMembers(affiliationId: string, called: string) {
  const query = useInfiniteQuery(managedMembersQuery(affiliationId));
  const { data, hasNextPage, isFetching, fetchNextPage } = query;
  const pages = useMemo(
    () => data?.pages.map(({ items }) => ({ items: items.filter((one) => isCalled(one, called)) })),
    [data, called],
  );
  const matches = pages?.reduce((sum, { items }) => sum + items.length, 0) ?? 0;
  const isSearching = called !== "" && hasNextPage && matches < MATCHES_AT_ONCE;
  useEffect(() => {
    if (isSearching && !isFetching) void fetchNextPage();
  }, [isSearching, isFetching, fetchNextPage]);
  return {
    query: { ...query, data: pages === undefined ? undefined : { pages } },
    /** True while pages are loaded for the search: that there are no matches is not known yet. */
    isSearching: isSearching && matches === 0,
  };
}

function isCalled({ displayName, handle }: AffiliationMember, called: string): boolean {
  const wanted = called.toLocaleLowerCase("en-GB");
  return [displayName, handle ?? ""].some((name) =>
    name.toLocaleLowerCase("en-GB").includes(wanted),
  );
}
