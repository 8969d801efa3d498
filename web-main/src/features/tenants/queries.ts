import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call, ProblemError } from "@guildhall/web-kit/api/client.ts";
import type { Boot, ContentFilter, Page, Person } from "@guildhall/web-kit/api/types.ts";
import type { Language } from "@guildhall/web-kit/language/languages.ts";
import { previewBoot, previewBrand } from "./brand/fields.ts";
import type {
  BrandDocument,
  BrandFields,
  BrandPicture,
  BrandState,
  Certificate,
  CertificateOrder,
  DerivedLooks,
  Domain,
  Edges,
  LogEntry,
  Tenant,
  TenantActionName,
  TenantsOverview,
  TenantState,
  TenantSummary,
} from "./types.ts";

/** Common prefix of all queries about portals, so that an action can invalidate all of them. */
export const tenantsKey = ["tenants"] as const;

const TENANTS_PATH = "/api/control/tenants";
const tenantPath = (id: string, rest = "") => `${TENANTS_PATH}/${encodeURIComponent(id)}${rest}`;

/** A reason why a portal needs attention. */
export type TenantNeed = "certificate" | "dns" | "approval" | "records";

/** The kind of a portal's addresses. */
export type TenantAddressKind = "own" | "platform";

export interface TenantFilter {
  state: TenantState | undefined;
  q: string;
  needs: TenantNeed | undefined;
  at: TenantAddressKind | undefined;
  sort: "name" | "newest";
}

const tenantsPage = (
  filter: TenantFilter,
  cursor: string | null,
  signal: AbortSignal,
  limit?: number,
) =>
  call<Page<TenantSummary>>("GET", TENANTS_PATH, {
    signal,
    query: { ...filter, q: filter.q === "" ? undefined : filter.q, cursor, limit },
  });

/** The server's maximum page size. */
const tenantsAtOnce = 100;

/** All portals that match the filter, loaded page by page to limit the load. */
export async function fetchAllTenants(
  filter: TenantFilter,
  signal: AbortSignal,
): Promise<TenantSummary[]> {
  const all: TenantSummary[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<TenantSummary> = await tenantsPage(filter, cursor, signal, tenantsAtOnce);
    all.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all;
}

export const tenantsQuery = (filter: TenantFilter) =>
  infiniteQueryOptions({
    queryKey: [...tenantsKey, "list", filter],
    queryFn: ({ signal, pageParam }) => tenantsPage(filter, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

export const tenantsOverviewQuery = queryOptions({
  queryKey: [...tenantsKey, "overview"],
  queryFn: ({ signal }) => call<TenantsOverview>("GET", `${TENANTS_PATH}/overview`, { signal }),
});

export const tenantQuery = (id: string) =>
  queryOptions({
    queryKey: [...tenantsKey, "one", id],
    queryFn: ({ signal }) => call<Tenant>("GET", tenantPath(id), { signal }),
  });

/** Polling interval, equal to the edges' report interval. */
const EDGES_POLL_MS = 10_000;

export const edgesQuery = queryOptions({
  queryKey: ["edges"],
  queryFn: ({ signal }) => call<Edges>("GET", "/api/control/edges", { signal }),
  refetchInterval: EDGES_POLL_MS,
});

/** Allows the edges for a while to remove many hosts. */
export const confirmEdgeLoss = () =>
  call<{ until: string }>("POST", "/api/control/edges/confirm-loss");

/** Removes a missing edge from the list. */
export const dismissEdge = (id: string) =>
  call<void>("POST", `/api/control/edges/${encodeURIComponent(id)}/dismiss`);

/** An affiliation's portal, for those who manage it; null for others and if there is none. */
export const ownTenantQuery = (affiliationId: string) =>
  queryOptions({
    queryKey: [...tenantsKey, "of", affiliationId],
    queryFn: async ({ signal }): Promise<Tenant | null> => {
      try {
        return await call<Tenant>("GET", `/api/control/affiliations/${affiliationId}/tenant`, {
          signal,
        });
      } catch (error) {
        if (error instanceof ProblemError && error.status === 404) return null;
        throw error;
      }
    },
  });

export interface NewTenant {
  affiliationId: string;
  subdomain: string;
  brandName: string;
}

export const createTenant = (body: NewTenant, idempotencyKey: string) =>
  call<Tenant>("POST", TENANTS_PATH, { body, idempotencyKey });

export const moveTenant = (id: string, subdomain: string) =>
  call<Tenant>("PATCH", tenantPath(id), { body: { subdomain } });

export const setDefaultLanguage = (id: string, defaultLanguage: Language | null) =>
  call<Tenant>("PUT", tenantPath(id, "/default-language"), { body: { defaultLanguage } });

/** Null follows the filter of the network. */
export const setTenantContentFilter = (id: string, filter: ContentFilter | null) =>
  call<Pick<Tenant, "contentFilter">>(
    "PUT",
    `/api/staff/tenants/${encodeURIComponent(id)}/content-filter`,
    { body: { filter } },
  );

/** Changes a portal's state; a new subdomain has a request of its own. */
export type LifecycleAction = Exclude<TenantActionName, "rename">;

export const actOnTenant = (id: string, action: LifecycleAction, reason?: string) =>
  call<Tenant>("POST", tenantPath(id, `/${action}`), {
    body: reason === undefined ? {} : { reason },
  });

export const logQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...tenantsKey, "log", id],
    queryFn: ({ signal, pageParam }) =>
      call<Page<LogEntry>>("GET", tenantPath(id, "/log"), { signal, query: { cursor: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

export const domainsQuery = (id: string) =>
  queryOptions({
    queryKey: [...tenantsKey, "domains", id],
    queryFn: async ({ signal }) => {
      const { items } = await call<{ items: Domain[] }>("GET", tenantPath(id, "/domains"), {
        signal,
      });
      return items;
    },
  });

export const addDomain = (id: string, host: string, withWww: boolean, idempotencyKey: string) =>
  call<Domain>("POST", tenantPath(id, "/domains"), { body: { host, withWww }, idempotencyKey });

export type DomainAction = "check" | "approve" | "primary";

export const actOnDomain = (id: string, domainId: string, action: DomainAction) =>
  call<Domain>("POST", tenantPath(id, `/domains/${domainId}/${action}`));

export const releaseDomain = (id: string, domainId: string) =>
  call<null>("DELETE", tenantPath(id, `/domains/${domainId}`));

export const certificatesQuery = (id: string) =>
  queryOptions({
    queryKey: [...tenantsKey, "certificates", id],
    queryFn: async ({ signal }) => {
      const path = tenantPath(id, "/certificates");
      const { items } = await call<{ items: Certificate[] }>("GET", path, { signal });
      return items;
    },
  });

/** The outcomes of the orders for a host's certificate, newest first. */
export const ordersQuery = (id: string, host: string) =>
  queryOptions({
    queryKey: [...tenantsKey, "orders", id, host],
    queryFn: async ({ signal }) => {
      const path = tenantPath(id, `/certificates/${encodeURIComponent(host)}/orders`);
      const { items } = await call<{ items: CertificateOrder[] }>("GET", path, { signal });
      return items;
    },
  });

export const renewCertificate = (id: string, host: string) =>
  call<Certificate>("POST", tenantPath(id, `/certificates/${encodeURIComponent(host)}/renew`));

export const brandKey = (id: string) => [...tenantsKey, "brand", id];

export const brandQuery = (id: string) =>
  queryOptions({
    queryKey: brandKey(id),
    queryFn: ({ signal }) => call<BrandState>("GET", tenantPath(id, "/brand"), { signal }),
    // A refetch must not change the form while it is edited; the server detects conflicting saves.
    refetchOnWindowFocus: false,
  });

/** A site's boot data, and its brand as CSS. */
export interface SiteLooks {
  boot: Boot;
  css: string;
}

/**
 * The brand of an affiliation's portal: published or, if there is none, the draft. Null without
 * either, and for viewers who do not manage it.
 */
export const portalLooksQuery = (affiliationId: string, here: Boot) =>
  queryOptions({
    queryKey: [...tenantsKey, "looks", affiliationId],
    queryFn: async ({ client }): Promise<SiteLooks | null> => {
      const tenant = await client.fetchQuery(ownTenantQuery(affiliationId));
      if (tenant === null) return null;
      const state = await client.fetchQuery(brandQuery(tenant.id));
      const brand = state.published ?? state.draft;
      if (brand === null) return null;
      return { boot: previewBoot(here, tenant, previewBrand(brand, brand)), css: brand.css };
    },
  });

/** `revision` is that of the edited draft, or null if there is none yet. */
export const saveBrand = (id: string, body: BrandFields & { revision: number | null }) =>
  call<BrandDocument>("PUT", tenantPath(id, "/brand"), { body });

/** The palette derived from a colour; nothing is saved. */
export const derivedQuery = (id: string, colour: string) =>
  queryOptions({
    queryKey: [...tenantsKey, "derive", colour.toLowerCase()],
    queryFn: ({ signal }) =>
      call<DerivedLooks>("POST", tenantPath(id, "/brand/derive"), { body: { colour }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export function uploadBrandPicture(id: string, which: BrandPicture, file: Blob) {
  const form = new FormData();
  form.append("file", file, "picture");
  return call<BrandDocument>("POST", tenantPath(id, `/brand/${which}`), { body: form });
}

export const removeBrandPicture = (id: string, which: BrandPicture) =>
  call<BrandDocument | null>("DELETE", tenantPath(id, `/brand/${which}`));

export const publishBrand = (id: string, revision: number) =>
  call<BrandDocument>("POST", tenantPath(id, "/brand/publish"), { body: { revision } });

export const discardDraft = (id: string) => call<null>("DELETE", tenantPath(id, "/brand/draft"));

export const restoreBrandVersion = (id: string, version: number) =>
  call<BrandDocument>("POST", tenantPath(id, "/brand/rollback"), { body: { version } });

/** A link that shows the draft brand to people without an account. */
export interface CommitteeLink {
  url: string;
  expiresAt: string;
}

export const openCommitteeLink = (id: string) =>
  call<CommitteeLink>("POST", tenantPath(id, "/brand/preview"));

export const endCommitteeLink = (id: string) =>
  call<null>("DELETE", tenantPath(id, "/brand/preview"));

/** The affiliation's members, page by page. */
export const membersQuery = (affiliationId: string) =>
  infiniteQueryOptions({
    queryKey: [...tenantsKey, "members", affiliationId],
    queryFn: ({ signal, pageParam }) =>
      call<Page<Person>>("GET", `/api/affiliations/${affiliationId}/members`, {
        signal,
        query: { cursor: pageParam, limit: 50 },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
