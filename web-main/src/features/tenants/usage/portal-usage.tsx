import { useQuery } from "@tanstack/react-query";
import { useSearchParam } from "@guildhall/web-kit/shell/use-search-param.ts";
import { Controls } from "./controls.tsx";
import { portalUsageQuery } from "./queries.ts";
import { parseSelection, toSearchParams } from "./selection.ts";
import { UsageView } from "./usage-view.tsx";

/** The activity on one portal in the chosen time range. */
export function PortalUsage({ affiliationId, of }: { affiliationId: string; of: string }) {
  const [{ span }, change] = useSearchParam(parseSelection, toSearchParams);
  const query = useQuery(portalUsageQuery(affiliationId, span));
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 pt-4 md:px-6">
        <Controls span={span} onSpan={(to) => change({ span: to })} report={query.data} of={of} />
      </div>
      <UsageView query={query} of={of} />
    </>
  );
}
