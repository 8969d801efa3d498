import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { everyTenant, type TenantFilter, tenantsKey } from "../queries.ts";
import type { TenantSummary } from "../types.ts";
import type { Chosen, Span } from "./chosen.ts";
import type { UsageReport } from "./types.ts";

/** How soon it is asked again whether anything was counted. */
const UNTIL_COUNTED_MS = 60_000;

/** What went on everywhere, or at one portal; for staff. */
export const networkUsageQuery = ({ span, affiliationId }: Chosen) =>
  usageQuery("/api/staff/analytics", span, affiliationId, {
    affiliationId: affiliationId ?? undefined,
  });

/** What went on at an affiliation's portal; for those who run the affiliation, and staff. */
export const portalUsageQuery = (affiliationId: string, span: Span) =>
  usageQuery(`/api/affiliations/${affiliationId}/analytics`, span, affiliationId);

const usageQuery = (
  path: string,
  weeks: Span,
  affiliationId: string | null,
  narrowed: Record<string, string | undefined> = {},
) =>
  queryOptions<UsageReport>({
    queryKey: ["usage", path, affiliationId, weeks],
    queryFn: ({ signal }) => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      return call<UsageReport>("GET", path, { signal, query: { weeks, timeZone, ...narrowed } });
    },
    // Another span of the same portal is waited for in its sight, another portal's figures are not.
    placeholderData: (before) => (before?.affiliationId === affiliationId ? before : undefined),
    refetchInterval: ({ state: { data } }) =>
      data?.countedUntil === null ? UNTIL_COUNTED_MS : false,
  });

/** The portals that anything can have been done at: those that were opened once. */
export const openedPortalsQuery = queryOptions({
  queryKey: [...tenantsKey, "opened"],
  queryFn: async ({ signal }) => oneEach(await everyTenant(everywhere, signal)),
});

const everywhere: TenantFilter = {
  state: undefined,
  q: "",
  needs: undefined,
  at: undefined,
  sort: "name",
};

/**
 * One for each affiliation, since what was done is kept by affiliation: an archived portal stands for
 * it only where no other does.
 */
function oneEach(tenants: readonly TenantSummary[]): TenantSummary[] {
  const opened = tenants.filter(({ state }) => state !== "draft");
  return opened.filter((tenant) => {
    const same = opened.filter(({ affiliationId }) => affiliationId === tenant.affiliationId);
    return tenant === (same.find(({ state }) => state !== "archived") ?? same[0]);
  });
}
