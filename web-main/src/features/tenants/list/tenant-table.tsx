import { t } from "@lingui/core/macro";
import { Link } from "react-router";
import { Badge } from "@guildhall/web-kit/ui/badge.tsx";
import { roundCount } from "@guildhall/web-kit/ui/short-count.ts";
import { StaffTable, TableHead, Td, TwoLineCell } from "../../staff/parts.tsx";
import { TenantMark } from "../tenant-mark.tsx";
import type { TenantSummary } from "../types.ts";
import { tenantStates } from "../labels.ts";
import { Addresses } from "./addresses.tsx";
import { CertificateStatus } from "./certificate-status.tsx";
import { RowMenu } from "./row-menu.tsx";
import { Sparkline } from "../../../ui/sparkline.tsx";

/** The portals on wide screens. */
export function TenantTable({ tenants }: { tenants: readonly TenantSummary[] }) {
  return (
    <StaffTable label={t`Portals`}>
      <TableHead
        columns={[
          t`Portal`,
          t`Addresses`,
          t`Certificate`,
          { name: t`Members, 12 weeks`, className: "!text-end" },
          t`Status`,
          { name: t`Actions`, unseen: true },
        ]}
      />
      <tbody>
        {tenants.map((tenant) => (
          <Row key={tenant.id} tenant={tenant} />
        ))}
      </tbody>
    </StaffTable>
  );
}

function Row({ tenant }: { tenant: TenantSummary }) {
  const { label, tone } = tenantStates[tenant.state];
  const first = tenant.membersByWeek[0] ?? tenant.memberCount;
  return (
    <tr className="hover:bg-hover">
      <Td>
        <span className="flex items-center gap-3">
          <TenantMark tenant={tenant} size={36} />
          <span className="min-w-0">
            <TwoLineCell
              first={
                <Link to={`/staff/tenants/${tenant.id}`} className="text-14 hover:underline">
                  {tenant.brandName}
                </Link>
              }
              second={tenant.affiliationName}
            />
          </span>
        </span>
      </Td>
      <Td>
        <Addresses addresses={tenant.addresses} />
      </Td>
      <Td>
        <CertificateStatus tenant={tenant} />
      </Td>
      <Td className="text-end whitespace-nowrap">
        <span className="inline-flex items-center gap-4">
          <span className="max-lg:hidden">
            <Sparkline
              values={tenant.membersByWeek}
              label={t`From ${first} to ${{ last: tenant.memberCount }} members in 12 weeks`}
            />
          </span>
          <span className="min-w-10 text-14">{roundCount(tenant.memberCount)}</span>
        </span>
      </Td>
      <Td>
        <Badge tone={tone}>{label}</Badge>
      </Td>
      <Td className="text-end">
        <RowMenu tenant={tenant} />
      </Td>
    </tr>
  );
}
