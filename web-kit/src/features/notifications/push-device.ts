import { ProblemError } from "../../api/problem.ts";
import { pushRegistration } from "../../offline/service-worker.ts";
import { deviceName } from "./device-name.ts";
import { readPushRecord, writePushRecord } from "./push-record.ts";
import { createPushSubscription, deletePushSubscription, fetchPushKey } from "./queries.ts";

/** Push notifications cannot be used here, although the browser supports them. */
export class PushUnavailable extends Error {}

/** The browser's own subscription, if it has one. */
export async function browserSubscription(): Promise<PushSubscription | null> {
  const registration = await pushRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Subscribes this browser with the server's key, and registers it for the member. */
export async function subscribeToPush(userId: string): Promise<void> {
  const registration = await pushRegistration();
  if (registration === null) throw new PushUnavailable();
  const key = await fetchPushKey();
  const subscription = await subscriptionWithKey(registration.pushManager, key);
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (endpoint === undefined || p256dh === undefined || auth === undefined) {
    throw new PushUnavailable();
  }
  const body = { endpoint, keys: { p256dh, auth }, deviceName: deviceName() };
  const { id } = await createPushSubscription(body);
  writePushRecord({ userId, id });
}

/** The existing subscription, or a new one if there is none with this key. */
async function subscriptionWithKey(push: PushManager, key: string): Promise<PushSubscription> {
  const existing = await push.getSubscription();
  if (existing !== null && hasKey(existing, key)) return existing;
  // A browser refuses a second subscription with another key.
  await existing?.unsubscribe();
  return push.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
}

function hasKey(subscription: PushSubscription, key: string): boolean {
  const used = subscription.options.applicationServerKey;
  if (used === null) return false;
  const bytes = new Uint8Array(used);
  const wanted = bytesOf(key);
  return bytes.length === wanted.length && wanted.every((byte, place) => byte === bytes[place]);
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const base64 = base64url.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
}

/** Ends push notifications on this device, here and on the server. */
export async function unsubscribeFromPush(): Promise<void> {
  const record = readPushRecord();
  if (record !== null) await removeDevice(record.id);
  await dropSubscription();
}

/** Removes a device. A device that was already removed counts as a success. */
export async function removeDevice(id: string): Promise<void> {
  try {
    await deletePushSubscription(id);
  } catch (error) {
    if (!(error instanceof ProblemError && error.status === 404)) throw error;
  }
}

/** Ends the browser's own subscription. The server deletes its part with the session. */
export async function dropSubscription(): Promise<void> {
  writePushRecord(null);
  await (await browserSubscription())?.unsubscribe();
}

/**
 * Registers this device again after its member signed in again, because the server deletes a
 * subscription with its session. Another member's subscription is ended.
 */
export async function renewSubscription(userId: string): Promise<void> {
  const record = readPushRecord();
  if (record === null) return;
  if (record.userId !== userId || Notification.permission !== "granted") return dropSubscription();
  await subscribeToPush(userId);
}

/** Subscribes again if the server has another key by now. */
export async function refreshKey(userId: string): Promise<void> {
  const record = readPushRecord();
  if (record?.userId !== userId || Notification.permission !== "granted") return;
  const subscription = await browserSubscription();
  if (subscription === null || hasKey(subscription, await fetchPushKey())) return;
  await subscribeToPush(userId);
}
