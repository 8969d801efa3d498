import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useSingleFlightMutation } from "@guildhall/web-kit/api/use-single-flight-mutation.ts";
import { useOwner } from "../owner.ts";
import { deliveriesQuery, integrationsKey, sendTestEvent } from "../queries.ts";
import type { Webhook, WebhookDelivery } from "../types.ts";

export interface TestEvent {
  send: () => void;
  isSending: boolean;
  /** The delivery of the last test event, as it is now. */
  delivery: WebhookDelivery | null;
  error: Error | null;
}

/** Sends a test event and follows its delivery. */
export function useTestEvent(webhook: Webhook): TestEvent {
  const { api } = useOwner();
  const cache = useQueryClient();
  const log = useInfiniteQuery(deliveriesQuery(api, webhook.id));
  const test = useSingleFlightMutation({
    mutationFn: () => sendTestEvent(api, webhook.id),
    onSettled: () => cache.invalidateQueries({ queryKey: integrationsKey(api) }),
  });
  const sent = test.data ?? null;
  const logged = log.data?.pages.flatMap(({ items }) => items).find(({ id }) => id === sent?.id);
  return {
    send: () => test.mutate(),
    isSending: test.isPending,
    delivery: logged ?? sent,
    error: test.error,
  };
}
