import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { LoadError, TableSkeleton } from "../../staff/parts.tsx";
import { useTenant } from "../page/tenant-context.ts";
import { brandQuery } from "../queries.ts";
import type { BrandState } from "../types.ts";

/** Loads the portal's brand and renders its children with it. */
export function BrandLoader({ children }: { children: (state: BrandState) => ReactNode }) {
  const { tenant } = useTenant();
  const { data, error, refetch } = useQuery(brandQuery(tenant.id));
  if (data !== undefined) return children(data);
  if (error === null) return <TableSkeleton />;
  return <LoadError error={error} onRetry={() => void refetch()} />;
}
