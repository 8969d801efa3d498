import { t } from "@lingui/core/macro";
import { csvFile } from "../../../ui/csv.ts";
import { downloadFile } from "@guildhall/web-kit/ui/download-file.ts";
import type { TenantSummary } from "../types.ts";
import { certificateLabel, tenantStates } from "../labels.ts";

const head = [
  t`Portal`,
  t`Affiliation`,
  t`Addresses`,
  t`Certificate`,
  t`Members`,
  t`Status`,
  t`Created`,
];

/** The header row and one row per portal. */
export function tenantRows(tenants: readonly TenantSummary[]): string[][] {
  const rows = tenants.map((tenant) => [
    tenant.brandName,
    tenant.affiliationName,
    tenant.addresses.map(({ host }) => host).join(" "),
    certificateLabel(tenant.certificate.state, tenant.addresses),
    String(tenant.memberCount),
    tenantStates[tenant.state].label,
    tenant.createdAt,
  ]);
  return [head, ...rows];
}

/** Downloads the list as a CSV file. */
export function download(tenants: readonly TenantSummary[]): void {
  downloadFile(csvFile(tenantRows(tenants)), "portals.csv");
}
