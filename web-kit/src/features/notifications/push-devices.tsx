import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Monitor, Smartphone } from "lucide-react";
import { errorMessage } from "../../api/problem.ts";
import { invalidateOnSettled } from "../../api/invalidate-on-settled.ts";
import { useSingleFlightPerItem } from "../../api/use-single-flight-mutation.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast-store.ts";
import type { PushSubscriptionItem } from "./contract.ts";
import { removeDevice, unsubscribeFromPush } from "./push-device.ts";
import { pushSubscriptionsQuery } from "./queries.ts";
import { usePushState } from "./use-push-device.ts";
import { keys } from "../../api/keys.ts";

/** The devices that receive push notifications. */
export function PushDevices({ userId }: { userId: string }) {
  const { data, error, refetch } = useQuery(pushSubscriptionsQuery);
  const { id: ownId } = usePushState(userId);
  const remove = useRemoveDevice(ownId);
  if (data === undefined) {
    return error === null ? (
      <LoadingRegion label={t`Loading your devices`} className="flex flex-col gap-2">
        <Skeleton className="h-4 w-48" />
        <Skeleton className="h-3 w-64 max-w-full" />
      </LoadingRegion>
    ) : (
      <ErrorState
        className="py-4"
        title={t`Your devices could not be loaded`}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data.items.length === 0) {
    return <p className="text-14 text-ink-2">{t`No device receives push notifications yet.`}</p>;
  }
  return (
    <ul aria-label={t`Devices with push notifications`} className="divide-y divide-line-soft">
      {data.items.map((device) => (
        <DeviceRow
          key={device.id}
          device={device}
          isOwn={device.id === ownId}
          busy={remove.isPending && remove.variables === device.id}
          onRemove={() => remove.mutate(device.id)}
        />
      ))}
    </ul>
  );
}

function DeviceRow(props: {
  device: PushSubscriptionItem;
  isOwn: boolean;
  busy: boolean;
  onRemove: () => void;
}) {
  const { deviceName, createdAt, lastUsedAt } = props.device;
  const Icon = /iPhone|Android/.test(deviceName) ? Smartphone : Monitor;
  return (
    <li className="flex items-start gap-3 py-3 first:pt-0 last:pb-0">
      <Icon size={20} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-14 font-medium">
          {deviceName}
          {props.isOwn && <Badge tone="success">{t`This device`}</Badge>}
        </p>
        <p className="text-13 text-ink-3">
          {lastUsedAt === null ? (
            <Trans>
              Added <RelativeTime time={createdAt} />
            </Trans>
          ) : (
            <Trans>
              Added <RelativeTime time={createdAt} />, last notification{" "}
              <RelativeTime time={lastUsedAt} />
            </Trans>
          )}
        </p>
      </div>
      <Button
        busy={props.busy}
        onClick={props.onRemove}
        aria-label={t`Remove ${deviceName}`}
      >{t`Remove`}</Button>
    </li>
  );
}

function useRemoveDevice(ownId: string | null) {
  const cache = useQueryClient();
  return useSingleFlightPerItem({
    mutationFn: (id: string) => (id === ownId ? unsubscribeFromPush() : removeDevice(id)),
    onSuccess: () => toast.success(t`The device was removed.`),
    onError: (error) => toast.error(errorMessage(error, t`The device could not be removed.`)),
    onSettled: invalidateOnSettled(() =>
      Promise.all([
        cache.invalidateQueries({ queryKey: pushSubscriptionsQuery.queryKey }),
        cache.invalidateQueries({ queryKey: keys.pushDevice }),
      ]),
    ),
  });
}
