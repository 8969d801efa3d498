import { createContext, useContext } from "react";
import type { Tenant } from "../types.ts";

/** The portal whose page this is, and where that page is. */
export interface TenantPlace {
  tenant: Tenant;
  /** The address of its first tab; the others are below it. */
  root: string;
  /** As staff, in the staff area; otherwise as the affiliation's own administrator. */
  asStaff: boolean;
}

export const TenantContext = createContext<TenantPlace | null>(null);

export function useTenant(): TenantPlace {
  const place = useContext(TenantContext);
  if (place === null) throw new Error("useTenant outside a portal's page");
  return place;
}
