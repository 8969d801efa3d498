import { useQuery } from "@tanstack/react-query";
import { useInAddress } from "@guildhall/web-kit/shell/use-in-address.ts";
import { chosenIn, searchOf } from "./chosen.ts";
import { Controls } from "./controls.tsx";
import { portalUsageQuery } from "./queries.ts";
import { UsageView } from "./usage-view.tsx";
import { useTenant } from "../page/place.ts";

/** The activity on this portal only. */
export function PortalAnalyticsTab() {
  const { tenant } = useTenant();
  const [{ span }, change] = useInAddress(chosenIn, searchOf);
  const query = useQuery(portalUsageQuery(tenant.affiliationId, span));
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 pt-4 md:px-6">
        <Controls
          span={span}
          onSpan={(to) => change({ span: to })}
          report={query.data}
          of={tenant.brandName}
        />
      </div>
      <UsageView query={query} />
    </>
  );
}
