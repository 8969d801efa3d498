import { t } from "@lingui/core/macro";
import { useParams } from "react-router";
import { LoadError } from "../staff/parts.tsx";
import { StaffPage } from "../staff/staff-page.tsx";
import { Integrations } from "./integrations.tsx";
import type { IntegrationsOwner } from "./owner.ts";

const ROOT = "/staff/integrations";

const NETWORK: IntegrationsOwner = {
  api: "/api/staff",
  root: ROOT,
  isNetwork: true,
  renderFailure: (error, retry) => <LoadError error={error} onRetry={retry} />,
};

/** The network's API tokens and webhooks, for administrators. */
export function StaffIntegrationsScreen() {
  const { webhookId } = useParams();
  return (
    <StaffPage title={t`Integrations`} back={webhookId === undefined ? "/staff" : ROOT}>
      <Integrations owner={NETWORK} />
    </StaffPage>
  );
}
