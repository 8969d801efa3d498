import type { TenantSummary } from "../types.ts";
import { certificateLabel, tenantStates } from "../words.ts";

const head = ["Portal", "Affiliation", "Addresses", "Certificate", "Members", "Status", "Created"];

/** Portals as comma-separated values. */
export function csvOf(tenants: readonly TenantSummary[]): string {
  const rows = tenants.map((tenant) => [
    tenant.brandName,
    tenant.affiliationName,
    tenant.addresses.map(({ host }) => host).join(" "),
    certificateLabel(tenant.certificate.state, tenant.addresses),
    String(tenant.memberCount),
    tenantStates[tenant.state].label,
    tenant.createdAt,
  ]);
  return [head, ...rows].map((row) => row.map(quoted).join(",")).join("\r\n");
}

/** Quoted, and never taken for a formula by the sheet that opens it. */
function quoted(value: string): string {
  const plain = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return `"${plain.replaceAll('"', '""')}"`;
}

/** Hands the list over as a file. */
export function download(tenants: readonly TenantSummary[]): void {
  const url = URL.createObjectURL(new Blob([csvOf(tenants)], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = "portals.csv";
  link.click();
  URL.revokeObjectURL(url);
}
