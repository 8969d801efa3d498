import { queryOptions } from "@tanstack/react-query";
import { call } from "@guildhall/web-kit/api/client.ts";
import { fetchAllTenants, type TenantFilter, tenantsKey } from "../queries.ts";
import type { TenantSummary } from "../types.ts";
import type { UsageSelection, Period } from "./selection.ts";
import type { UsageReport } from "./types.ts";

/** Polling interval while nothing has been counted yet. */
const UNCOUNTED_POLL_MS = 60_000;

/** The activity on the whole network or one portal, for staff. */
export const networkUsageQuery = ({ span, affiliationId }: UsageSelection) =>
  usageQuery("/api/staff/analytics", span, affiliationId, {
    affiliationId: affiliationId ?? undefined,
  });

/** The activity on an affiliation's portal, for those who manage it and for staff. */
export const portalUsageQuery = (affiliationId: string, span: Period) =>
  usageQuery(`/api/affiliations/${affiliationId}/analytics`, span, affiliationId);

const usageQuery = (
  path: string,
  weeks: Period,
  affiliationId: string | null,
  narrowed: Record<string, string | undefined> = {},
) =>
  queryOptions<UsageReport>({
    queryKey: ["usage", path, affiliationId, weeks],
    queryFn: ({ signal }) => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      return call<UsageReport>("GET", path, { signal, query: { weeks, timeZone, ...narrowed } });
    },
    // While another range of the same portal loads, the previous figures stay; those of another
    // portal do not.
    placeholderData: (before) => (before?.affiliationId === affiliationId ? before : undefined),
    refetchInterval: ({ state: { data } }) =>
      data?.countedUntil === null ? UNCOUNTED_POLL_MS : false,
  });

/** Portals that may have activity: those that were opened at least once. */
export const openedPortalsQuery = queryOptions({
  queryKey: [...tenantsKey, "opened"],
  queryFn: async ({ signal }) => onePerPortal(await fetchAllTenants(ALL_PORTALS, signal)),
});

const ALL_PORTALS: TenantFilter = {
  state: undefined,
  q: "",
  needs: undefined,
  at: undefined,
  sort: "name",
};

/**
 * One portal per affiliation, because activity is stored by affiliation. An archived portal
 * represents it only if there is no other.
 */
function onePerPortal(tenants: readonly TenantSummary[]): TenantSummary[] {
  const opened = tenants.filter(({ state }) => state !== "draft");
  return opened.filter((tenant) => {
    const same = opened.filter(({ affiliationId }) => affiliationId === tenant.affiliationId);
    return tenant === (same.find(({ state }) => state !== "archived") ?? same[0]);
  });
}
