import { csvFile } from "../../../ui/csv.ts";
import { keepFile } from "../../../ui/keep-file.ts";
import type { TenantSummary } from "../types.ts";
import { certificateLabel, tenantStates } from "../words.ts";

const head = ["Portal", "Affiliation", "Addresses", "Certificate", "Members", "Status", "Created"];

/** The head of the list, and a row for each portal. */
export function rowsOf(tenants: readonly TenantSummary[]): string[][] {
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

/** Hands the list over as a file. */
export function download(tenants: readonly TenantSummary[]): void {
  keepFile(csvFile(rowsOf(tenants)), "portals.csv");
}
