import { plural, t } from "@lingui/core/macro";
import { Link } from "react-router";
import { Badge } from "@guildhall/web-kit/ui/badge.tsx";
import { Dot } from "@guildhall/web-kit/ui/dot.tsx";
import { roundCount } from "@guildhall/web-kit/ui/short-count.ts";
import { TenantMark } from "../tenant-mark.tsx";
import type { TenantSummary } from "../types.ts";
import { certificateLabel, certificateStates, tenantStates } from "../labels.ts";
import { primaryHost } from "./addresses.tsx";

/** The portals on a phone: one row each. */
export function TenantCards({ tenants }: { tenants: readonly TenantSummary[] }) {
  return (
    <ul aria-label={t`Portals`} className="mt-2 divide-y divide-line-soft px-4">
      {tenants.map((tenant) => (
        <li key={tenant.id}>
          <Card tenant={tenant} />
        </li>
      ))}
    </ul>
  );
}

function Card({ tenant }: { tenant: TenantSummary }) {
  const state = tenantStates[tenant.state];
  const certificate = certificateStates[tenant.certificate.state];
  return (
    <Link
      to={`/staff/tenants/${tenant.id}`}
      className="grid min-h-[66px] grid-cols-[auto_1fr_auto] items-center gap-x-3.5 py-2"
    >
      <TenantMark tenant={tenant} size={42} />
      <span className="min-w-0">
        <span className="flex items-center gap-2">
          <span className="truncate text-15 font-semibold">{tenant.brandName}</span>
          {tenant.state !== "active" && <Badge tone={state.tone}>{state.label}</Badge>}
        </span>
        <span className="block truncate font-mono text-12 text-ink-2">
          {primaryHost(tenant.addresses)}
        </span>
      </span>
      <span className="text-end">
        <span className="flex items-center justify-end gap-1.5 text-12">
          <Dot tone={certificate.tone} />{" "}
          {certificateLabel(tenant.certificate.state, tenant.addresses)}
        </span>
        <span className="block text-12 text-ink-2">{membersLabel(tenant.memberCount)}</span>
      </span>
    </Link>
  );
}

function membersLabel(count: number): string {
  const short = roundCount(count);
  return plural(count, { one: `${short} member`, other: `${short} members` });
}
