import { createContext, useContext } from "react";
import type { Tenant } from "../types.ts";

/** The portal of the page, and the page's path. */
export interface TenantPageState {
  tenant: Tenant;
  /** Path of the first tab; the others are below it. */
  root: string;
  /** True in the staff area, false for the affiliation's own administrators. */
  asStaff: boolean;
}

export const TenantContext = createContext<TenantPageState | null>(null);

export function useTenant(): TenantPageState {
  const place = useContext(TenantContext);
  if (place === null) throw new Error("useTenant outside a portal's page");
  return place;
}
