import { t } from "@lingui/core/macro";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { errorMessage } from "@guildhall/web-kit/api/problem.ts";
import { useSingleFlightPerItem } from "@guildhall/web-kit/api/use-single-flight-mutation.ts";
import { Badge } from "@guildhall/web-kit/ui/badge.tsx";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Paged } from "@guildhall/web-kit/ui/paged.tsx";
import { RelativeTime } from "@guildhall/web-kit/ui/relative-time.tsx";
import { formatMoment } from "@guildhall/web-kit/ui/time.ts";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { StaffTable, TableHead, TableSkeleton, Td, TwoLineCell } from "../../staff/parts.tsx";
import { DELIVERY_STATES, eventLabel, resultLabel } from "../labels.ts";
import { useOwner } from "../owner.ts";
import { deliveriesQuery, integrationsKey, retryDelivery } from "../queries.ts";
import type { Webhook, WebhookDelivery } from "../types.ts";

/** The log of a webhook's deliveries, newest first. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { api } = useOwner();
  const retry = useRetry(webhook);
  return (
    <section aria-labelledby="deliveries" className="pt-2">
      <div className="px-4 md:px-6">
        <h3 id="deliveries" className="text-16 font-semibold">{t`Deliveries`}</h3>
        <p className="mt-0.5 text-13 text-ink-2">{t`The log is kept for 30 days.`}</p>
      </div>
      <Paged
        query={useInfiniteQuery(deliveriesQuery(api, webhook.id))}
        waiting={<TableSkeleton />}
        failure={(error) => errorMessage(error, t`Failed to load the deliveries`)}
        empty={
          <p className="px-4 pt-4 text-14 text-ink-2 md:px-6">{t`Nothing was delivered in the last 30 days. Send a test event to try it.`}</p>
        }
        more={t`Load more`}
      >
        {(deliveries) => (
          <StaffTable label={t`Deliveries`}>
            <TableHead
              columns={[
                t({ message: "Event", context: "of a webhook" }),
                t`Result`,
                { name: t`Duration`, className: "!text-end max-md:hidden" },
                { name: t`Attempts`, className: "!text-end max-md:hidden" },
                { name: t`Next attempt`, className: "max-md:hidden" },
                { name: t`Actions`, unseen: true },
              ]}
            />
            <tbody>
              {deliveries.map((delivery) => (
                <DeliveryRow
                  key={delivery.id}
                  delivery={delivery}
                  busy={retry.isPending && retry.variables === delivery.id}
                  onRetry={() => retry.mutate(delivery.id)}
                />
              ))}
            </tbody>
          </StaffTable>
        )}
      </Paged>
    </section>
  );
}

interface DeliveryRowProps {
  delivery: WebhookDelivery;
  busy: boolean;
  onRetry: () => void;
}

function DeliveryRow({ delivery, busy, onRetry }: DeliveryRowProps) {
  const { status, created, attempts, nextAttempt } = delivery;
  const { label, tone } = DELIVERY_STATES[status];
  const time = formatMoment(created);
  return (
    <tr className="align-top hover:bg-hover">
      <Td>
        <TwoLineCell first={eventLabel(delivery)} second={<RelativeTime time={created} />} />
      </Td>
      <Td>
        <Badge tone={tone}>{label}</Badge>
        <span className="mt-1 block text-12 text-ink-2 [overflow-wrap:anywhere]">
          {resultLabel(delivery)}
        </span>
        <span className="block text-12 text-ink-2 md:hidden">{phoneDetails(delivery)}</span>
      </Td>
      <Td className="text-end whitespace-nowrap max-md:hidden">{durationLabel(delivery)}</Td>
      <Td className="text-end max-md:hidden">{attempts}</Td>
      <Td className="max-md:hidden">{nextAttempt === null ? "–" : formatMoment(nextAttempt)}</Td>
      <Td className="text-end">
        {status !== "delivered" && attempts > 0 && (
          <Button
            size="sm"
            busy={busy}
            onClick={onRetry}
            aria-label={t`Retry ${{ event: eventLabel(delivery) }} of ${time}`}
          >{t`Retry`}</Button>
        )}
      </Td>
    </tr>
  );
}

function durationLabel({ durationMs }: WebhookDelivery): string {
  return durationMs === null ? "–" : t`${durationMs} ms`;
}

/** The values of the columns that a phone has no room for. */
function phoneDetails(delivery: WebhookDelivery): string {
  const { attempts, durationMs, nextAttempt } = delivery;
  const words = [t`Attempts: ${attempts}`];
  if (durationMs !== null) words.push(durationLabel(delivery));
  if (nextAttempt !== null) words.push(t`Next: ${{ moment: formatMoment(nextAttempt) }}`);
  return words.join(" · ");
}

function useRetry(webhook: Webhook) {
  const { api } = useOwner();
  const cache = useQueryClient();
  return useSingleFlightPerItem({
    mutationFn: (id: string) => retryDelivery(api, webhook.id, id),
    onSuccess: () => toast.success(t`The delivery is queued again`),
    onError: (error) => toast.error(errorMessage(error, t`Failed to retry the delivery`)),
    // Also after a refusal: another person may have retried it.
    onSettled: () => cache.invalidateQueries({ queryKey: integrationsKey(api) }),
  });
}
