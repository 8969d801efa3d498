import { readPushRecord } from "./push-record.ts";

/**
 * Push notifications follow the session. The functions below are part of the first screen: without a
 * subscription they do nothing, and with one they load the rest. After a failure, the settings show
 * the device as one without push notifications.
 */
const loadDevice = () => import("./push-device.ts");

/** Ends push notifications on this device, because its member signs out. */
export function endPush(): void {
  if (readPushRecord() === null) return;
  loadDevice()
    .then((device) => device.dropSubscription())
    .catch(() => undefined);
}

/** Continues push notifications after a new sign-in of the same member. */
export function renewPush(userId: string | null): void {
  if (userId === null || readPushRecord() === null) return;
  loadDevice()
    .then((device) => device.renewSubscription(userId))
    .catch(() => undefined);
}

/** Subscribes again if the server's key has changed since; null for a viewer without a device. */
export function refreshPush(userId: string | null): void {
  if (userId === null || readPushRecord()?.userId !== userId) return;
  loadDevice()
    .then((device) => device.refreshKey(userId))
    .catch(() => undefined);
}
