import { useQuery } from "@tanstack/react-query";
import { useSearchParam } from "@guildhall/web-kit/shell/use-search-param.ts";
import { parseSelection, toSearchParams } from "./selection.ts";
import { Controls } from "./controls.tsx";
import { portalUsageQuery } from "./queries.ts";
import { UsageView } from "./usage-view.tsx";
import { useTenant } from "../page/tenant-context.ts";

/** The activity on this portal only. */
export function PortalAnalyticsTab() {
  const { tenant } = useTenant();
  const [{ span }, change] = useSearchParam(parseSelection, toSearchParams);
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
