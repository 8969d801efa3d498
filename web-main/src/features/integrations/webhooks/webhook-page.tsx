import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { BackLink } from "@guildhall/web-kit/shell/back-link.tsx";
import { Badge } from "@guildhall/web-kit/ui/badge.tsx";
import { ButtonLink } from "@guildhall/web-kit/ui/button.tsx";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { FactList } from "@guildhall/web-kit/ui/fact-list.tsx";
import { formatMoment } from "@guildhall/web-kit/ui/time.ts";
import { QueryContent } from "@guildhall/web-kit/features/communities/query-content.tsx";
import { EVENTS, webhookState } from "../labels.ts";
import { useOwner } from "../owner.ts";
import { ListSkeleton } from "../parts.tsx";
import { webhooksQuery } from "../queries.ts";
import type { Webhook } from "../types.ts";
import { Deliveries } from "./deliveries.tsx";
import { DisabledNote } from "./disabled-note.tsx";
import { TestResult } from "./test-result.tsx";
import { useTestEvent } from "./use-test-event.ts";
import { VerifyHelp } from "./verify-help.tsx";
import { WebhookActions } from "./webhook-actions.tsx";
import { LastDelivery } from "./webhook-list.tsx";

/** One webhook: its state, actions and deliveries. */
export function WebhookPage({ webhookId }: { webhookId: string }) {
  const { api, root, renderFailure } = useOwner();
  return (
    <QueryContent
      query={useQuery(webhooksQuery(api))}
      skeleton={
        <div className="px-4 py-2 md:px-6">
          <ListSkeleton label={t`Loading the webhook`} />
        </div>
      }
      renderFailure={renderFailure}
    >
      {(webhooks) => {
        const webhook = webhooks.find(({ id }) => id === webhookId);
        if (webhook !== undefined) return <Details key={webhook.id} webhook={webhook} />;
        return (
          <EmptyState
            className="py-12"
            picture={null}
            title={t`Webhook not found`}
            text={t`It may have been deleted.`}
            action={<ButtonLink to={root}>{t`Back to the integrations`}</ButtonLink>}
          />
        );
      }}
    </QueryContent>
  );
}

function Details({ webhook }: { webhook: Webhook }) {
  const { root } = useOwner();
  const test = useTestEvent(webhook);
  const { label, tone } = webhookState(webhook);
  return (
    <>
      <div className="flex max-w-[920px] flex-col gap-5 px-4 py-4 md:px-6">
        <BackLink to={root}>{t`Integrations`}</BackLink>
        <div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h2 dir="ltr" className="font-mono text-16 font-semibold [overflow-wrap:anywhere]">
              {webhook.url}
            </h2>
            <Badge tone={tone}>{label}</Badge>
          </div>
          <div className="mt-3 flex flex-wrap gap-2">
            <WebhookActions webhook={webhook} test={test} />
          </div>
        </div>
        <TestResult test={test} />
        <DisabledNote webhook={webhook} />
        <FactList
          facts={[
            [
              t({ message: "Events", context: "of a webhook" }),
              webhook.events.map((event) => EVENTS[event].title).join(", "),
            ],
            [t`Created`, formatMoment(webhook.created)],
            [t`Last delivery`, <LastDelivery key="last" delivery={webhook.lastDelivery} />],
          ]}
        />
      </div>
      <Deliveries webhook={webhook} />
      <div className="max-w-[920px] px-4 py-4 md:px-6">
        <VerifyHelp />
      </div>
    </>
  );
}
