import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { LoadingRegion, Skeleton } from "@guildhall/web-kit/ui/skeleton.tsx";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { QueryContent } from "@guildhall/web-kit/features/communities/query-content.tsx";
import { PortalUsage } from "../../tenants/usage/portal-usage.tsx";
import { useManage } from "./manage-context.ts";
import { LoadFailure } from "./overview-tab.tsx";
import { overviewQuery } from "./queries.ts";

/** The activity on the affiliation's portal. */
export function AnalyticsTab() {
  const { affiliation } = useManage();
  return (
    <QueryContent
      query={useQuery(overviewQuery(affiliation.id))}
      skeleton={
        <LoadingRegion label={t`Loading analytics`} className="px-4 pt-4 md:px-6">
          <Skeleton className="h-20 w-full rounded-lg!" />
        </LoadingRegion>
      }
      renderFailure={(error, retry) => <LoadFailure {...{ error, retry }} />}
    >
      {({ portal }) =>
        portal === null ? (
          <EmptyState
            className="py-12"
            picture="square"
            title={t`No portal yet`}
            text={t`Activity is counted on the affiliation's portal. Staff create one.`}
          />
        ) : (
          <PortalUsage affiliationId={affiliation.id} of={portal.brandName} />
        )
      }
    </QueryContent>
  );
}
