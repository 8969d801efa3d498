import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { Badge } from "@guildhall/web-kit/ui/badge.tsx";
import { RelativeTime } from "@guildhall/web-kit/ui/relative-time.tsx";
import { DELIVERY_STATES, EVENTS, webhookState } from "../labels.ts";
import { useOwner } from "../owner.ts";
import type { Webhook } from "../types.ts";

/** Webhooks with their state; each leads to its page. */
export function WebhookList({ webhooks }: { webhooks: readonly Webhook[] }) {
  const { root } = useOwner();
  return (
    <ul
      aria-label={t`Webhooks`}
      className="edge-line mt-4 divide-y divide-line-soft overflow-hidden rounded-lg"
    >
      {webhooks.map((webhook) => (
        <li key={webhook.id}>
          <Link
            to={`${root}/${webhook.id}`}
            className="flex items-center gap-3 px-4 py-3 hover:bg-hover focus-visible:-outline-offset-2"
          >
            <WebhookSummary webhook={webhook} />
            <ChevronRight
              size={18}
              aria-hidden
              className="ms-auto shrink-0 text-ink-3 rtl:-scale-x-100"
            />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function WebhookSummary({ webhook }: { webhook: Webhook }) {
  const { label, tone } = webhookState(webhook);
  return (
    <span className="min-w-0">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span dir="ltr" className="font-mono text-14 font-medium [overflow-wrap:anywhere]">
          {webhook.url}
        </span>
        <Badge tone={tone}>{label}</Badge>
      </span>
      <span className="mt-0.5 block text-13 text-ink-2">
        {webhook.events.map((event) => EVENTS[event].title).join(", ")}
      </span>
      <span className="mt-0.5 block text-12 text-ink-3">
        <LastDelivery delivery={webhook.lastDelivery} />
      </span>
    </span>
  );
}

/** The result and time of a webhook's last delivery. */
export function LastDelivery({ delivery }: { delivery: Webhook["lastDelivery"] }) {
  if (delivery === null) return t`Nothing delivered yet`;
  const { label } = DELIVERY_STATES[delivery.status];
  return (
    <Trans>
      Last delivery: {label}, <RelativeTime time={delivery.at} />
    </Trans>
  );
}
