import { t } from "@lingui/core/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { errorMessage } from "../../api/problem.ts";
import { toast } from "../../ui/toast-store.ts";
import {
  browserSubscription,
  PushUnavailable,
  subscribeToPush,
  unsubscribeFromPush,
} from "./push-device.ts";
import { readPushRecord } from "./push-record.ts";
import { onPermissionChange, pushSupport, type PushSupport } from "./push-support.ts";
import { pushSubscriptionsQuery } from "./queries.ts";
import { keys } from "../../api/keys.ts";

/** Push notifications on this device. */
export type PushState = Exclude<PushSupport, "ready"> | "off" | "on";

interface DeviceState {
  support: PushSupport;
  /** The server's id of the subscription that this browser has for the member. */
  id: string | null;
}

async function readDevice(userId: string): Promise<DeviceState> {
  const support = pushSupport();
  const record = readPushRecord();
  if (support !== "ready" || record?.userId !== userId) return { support, id: null };
  const subscription = await browserSubscription();
  return { support, id: subscription === null ? null : record.id };
}

/** The state of push notifications on this device; undefined while it is loading. */
export function usePushState(userId: string): { state: PushState | undefined; id: string | null } {
  const cache = useQueryClient();
  const { data: device } = useQuery({
    queryKey: [...keys.pushDevice, userId],
    queryFn: () => readDevice(userId),
    staleTime: 0,
  });
  const { data: devices } = useQuery(pushSubscriptionsQuery);
  useEffect(
    () => onPermissionChange(() => void cache.invalidateQueries({ queryKey: keys.pushDevice })),
    [cache],
  );
  if (device === undefined) return { state: undefined, id: null };
  if (device.support !== "ready") return { state: device.support, id: null };
  // Another device may have removed this one.
  const isKnown = devices?.items.some(({ id }) => id === device.id);
  if (device.id !== null && isKnown !== false) return { state: "on", id: device.id };
  return { state: "off", id: null };
}

/** The member did not allow notifications when the browser asked. */
class PermissionRefused extends Error {}

const UNAVAILABLE = t`Push notifications are not available at the moment. Reload the page and try again.`;
const FAILED = t`Push notifications could not be turned on. Please try again.`;

/** Turns push notifications on; the browser asks for the permission, so call it on a click only. */
export function useTurnPushOn(userId: string) {
  const reload = useReload();
  return useMutation({
    mutationFn: async () => {
      // First, because Safari asks only directly after a click.
      if ((await Notification.requestPermission()) !== "granted") throw new PermissionRefused();
      await subscribeToPush(userId);
    },
    onSuccess: () => toast.success(t`This device receives push notifications now.`),
    onError: (error) => {
      if (error instanceof PermissionRefused) return;
      toast.error(error instanceof PushUnavailable ? UNAVAILABLE : errorMessage(error, FAILED));
    },
    onSettled: reload,
  });
}

export function useTurnPushOff() {
  const reload = useReload();
  return useMutation({
    mutationFn: unsubscribeFromPush,
    onError: (error) =>
      toast.error(
        errorMessage(error, t`Push notifications could not be turned off. Please try again.`),
      ),
    onSettled: reload,
  });
}

function useReload() {
  const cache = useQueryClient();
  return async () => {
    await Promise.all([
      cache.invalidateQueries({ queryKey: pushSubscriptionsQuery.queryKey }),
      cache.invalidateQueries({ queryKey: keys.pushDevice }),
    ]);
  };
}
