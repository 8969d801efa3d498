import { useTenant } from "../page/tenant-context.ts";
import { PortalUsage } from "./portal-usage.tsx";

/** The activity on this portal only. */
export function PortalAnalyticsTab() {
  const { tenant } = useTenant();
  return <PortalUsage affiliationId={tenant.affiliationId} of={tenant.brandName} />;
}
