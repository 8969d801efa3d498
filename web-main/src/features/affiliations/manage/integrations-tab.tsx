import { useMemo } from "react";
import { Integrations } from "../../integrations/integrations.tsx";
import type { IntegrationsOwner } from "../../integrations/owner.ts";
import { useManage } from "./manage-context.ts";
import { LoadFailure } from "./overview-tab.tsx";

/** The affiliation's API tokens and webhooks, for its owner and admins. */
export function IntegrationsTab() {
  const { affiliation, root } = useManage();
  const owner = useMemo<IntegrationsOwner>(
    () => ({
      api: `/api/affiliations/${affiliation.id}`,
      root: `${root}/integrations`,
      isNetwork: false,
      renderFailure: (error, retry) => <LoadFailure {...{ error, retry }} />,
    }),
    [affiliation.id, root],
  );
  return <Integrations owner={owner} />;
}
