import type {
  BrandDocument,
  Certificate,
  Domain,
  Edge,
  Tenant,
  TenantAction,
} from "../features/tenants/types.ts";

const TENANT_ID = "0192f0c0aa7e7cc0b0d0000000000010";

/** An action on the portal of these tests, as the server describes it. */
export const tenantAction = (action: TenantAction["action"]): TenantAction => ({
  action,
  label: action,
  needsReason: action === "suspend" || action === "archive",
  ...requestOf(action),
});

function requestOf(action: TenantAction["action"]): Pick<TenantAction, "method" | "path"> {
  const path = `/api/control/tenants/${TENANT_ID}`;
  if (action === "rename") return { method: "PATCH", path };
  if (action === "changeDefaultLanguage") {
    return { method: "PUT", path: `${path}/default-language` };
  }
  return { method: "POST", path: `${path}/${action}` };
}

/** The actions on an open portal. */
const ACTIVE_ACTIONS: Tenant["allowedActions"] = [
  tenantAction("suspend"),
  tenantAction("rename"),
  tenantAction("archive"),
];

/** An open portal; tests change the relevant properties. */
export function buildTenant(changes: Partial<Tenant> = {}): Tenant {
  return {
    id: TENANT_ID,
    affiliationId: "0192f0c0aa7e7cc0b0d0000000000020",
    affiliationName: "Harbour & Transport Workers’ Union",
    brandName: "HTWU",
    subdomain: "htwu",
    state: "active",
    origin: "http://htwu.localhost:3000",
    addresses: [
      { host: "htwu.guildhall.example", kind: "platform", isPrimary: true, state: "active" },
    ],
    certificate: { state: "valid", words: "platform wildcard", goodUntil: null, nextAt: null },
    memberCount: 11_800,
    membersByWeek: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    colour: "#f5b800",
    initial: "H",
    markUrl: null,
    defaultLanguage: null,
    contentFilter: null,
    createdAt: "2026-01-02T08:00:00Z",
    updatedAt: "2026-01-02T08:00:00Z",
    asStaff: true,
    suspendedReason: null,
    activatedAt: "2026-01-03T08:00:00Z",
    archivedAt: null,
    releasedSubdomains: [],
    allowedActions: changes.asStaff === false ? [] : ACTIVE_ACTIONS,
    ...changes,
  };
}

/** A custom domain that is being verified. */
export function buildDomain(changes: Partial<Domain> = {}): Domain {
  return {
    id: "0192f0c0aa7e7cc0b0d0000000000030",
    host: "members.htwu.example",
    partner: null,
    kind: "own",
    state: "verifying",
    isPrimary: false,
    addedAt: "2026-11-21T09:02:00Z",
    checkedAt: null,
    nextCheckAt: null,
    givesUpAt: null,
    records: [
      {
        type: "CNAME",
        name: "members.htwu.example",
        value: "htwu-7f3k.edge.guildhall.example",
        state: "found",
        seen: ["htwu-7f3k.edge.guildhall.example"],
        words: "Seen by 2 of 2",
        resolvers: [
          { name: "192.0.2.1", state: "found" },
          { name: "192.0.2.2", state: "found" },
        ],
      },
      {
        type: "TXT",
        name: "_guildhall.members.htwu.example",
        value: "gh-verify=7f3kq2m81x",
        state: "missing",
        seen: [],
        words: "Nothing at this name",
        resolvers: [{ name: "192.0.2.1", state: "missing" }],
      },
    ],
    recordsFound: 1,
    recordsWanted: 2,
    certificate: { state: "none", words: "after DNS", goodUntil: null, nextAt: null },
    cause: null,
    quarantinedUntil: null,
    ...changes,
  };
}

export function buildCertificate(changes: Partial<Certificate> = {}): Certificate {
  return {
    host: "members.htwu.example",
    names: ["members.htwu.example"],
    state: "valid",
    words: "renews 12 December",
    issuer: "Pebble",
    serial: "04:9a",
    notBefore: "2026-10-12T09:14:00Z",
    goodUntil: "2027-01-10T09:14:00Z",
    renewsAt: "2026-12-12T09:14:00Z",
    underWay: false,
    leftOut: [],
    cause: null,
    steps: [
      { what: "Order created", at: "2026-10-12T09:14:02Z", detail: "Pebble", state: "done" },
      { what: "Expires", at: "2027-01-10T09:14:00Z", detail: null, state: "ahead" },
    ],
    ...changes,
  };
}

export function buildBrand(changes: Partial<BrandDocument> = {}): BrandDocument {
  return {
    version: 2,
    revision: 5,
    name: "HTWU",
    colour: "#f5b800",
    headings: "poster",
    corners: "square",
    topBar: "brand",
    signInLayout: "poster",
    picture: "square",
    pictureUrl: null,
    pictureScrim: null,
    iconsUrl: null,
    logoUrl: null,
    markUrl: null,
    signInTitle: "Eleven ports. One table.",
    signInText: null,
    mailSenderName: null,
    mailFooter: null,
    footerLinks: [],
    css: ":root{--brand:light-dark(#f5b800,#f5b800);--on-brand:light-dark(#150e02,#150e02);}",
    swatches: ["#fbf3e4", "#f6e6c7", "#e5c78a", "#f5b800"],
    contrasts: [
      {
        pair: "Button label",
        foreground: "#150e02",
        background: "#f5b800",
        ratio: 10.7,
        needs: 4.5,
        passes: true,
      },
    ],
    pairs: 208,
    pairsPassing: 208,
    updatedAt: "2026-11-20T10:00:00Z",
    ...changes,
  };
}

/** An edge with the latest routes. */
export function buildEdge(changes: Partial<Edge> = {}): Edge {
  return {
    id: "edge-1",
    name: "edge-fra-1",
    version: 812,
    lagMs: 0,
    hosts: 40,
    refused: [],
    tableRefused: null,
    degraded: false,
    certificateGoodUntil: "2027-03-31T12:00:00Z",
    startedAt: "2026-11-21T09:00:00Z",
    appliedAt: "2026-11-22T09:14:02Z",
    seenAt: "2026-11-22T09:14:08Z",
    lostSince: null,
    ...changes,
  };
}
