import { Hallmark } from "@guildhall/web-kit/ui/mark.tsx";
import type { TenantSummary } from "./types.ts";

/** A portal's mark in its own colour, for lists. */
export function TenantMark({ tenant, size }: { tenant: TenantSummary; size: number }) {
  return (
    <Hallmark
      name={tenant.brandName}
      initial={tenant.initial}
      logo={tenant.markUrl}
      colour={tenant.colour}
      size={size}
      tinted
    />
  );
}
