import { showAppBadge } from "../offline/app-badge.ts";
import { deviceName } from "../offline/device-name.ts";
import { isPathOfSite, type WorkerNotice } from "../offline/worker-messages.ts";
import { isAppPage } from "./pages.ts";
import { worker } from "./scope.ts";
import { workerTexts } from "./texts.ts";

/** A push message as the server sends it. */
interface PushNotice {
  title: string;
  body: string;
  path: string;
  /** A later notification with the same tag replaces the earlier one. */
  tag: string;
  /** Number of unread items, or null if it is unknown. */
  badge: number | null;
}

/** Shows a push message. Browsers require that each one is shown. */
export async function showPush(data: PushMessageData | null): Promise<void> {
  const notice = readNotice(data);
  await worker.registration.showNotification(notice.title, {
    body: notice.body,
    data: { path: notice.path },
    ...(notice.tag !== "" && { tag: notice.tag }),
  });
  if (notice.badge !== null) await showAppBadge(notice.badge);
}

/** Opens the subject of a notification: in a tab of this site, or in a new one. */
export async function openNotification(notification: Notification): Promise<void> {
  notification.close();
  const data: unknown = notification.data;
  const path: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "path") : "/";
  const safePath = isPathOfSite(path) ? path : "/activity";
  // A page that was reloaded without its worker is a tab of the site too; a picture is none.
  const all = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tabs = all.filter(({ url }) => isAppPage(new URL(url).pathname));
  const tab = tabs.find(({ focused }) => focused) ?? tabs[0];
  if (tab === undefined) {
    await worker.clients.openWindow(safePath);
    return;
  }
  await tab.focus().catch(() => undefined);
  const notice: WorkerNotice = { type: "open-path", path: safePath };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client has one origin
  tab.postMessage(notice);
}

/** Tells the server the new address after the browser has replaced a subscription. */
export async function renewSubscription(
  current: PushSubscription | null,
  previous: PushSubscription | null,
): Promise<void> {
  const subscription = current ?? (await subscribeAgain(previous));
  if (subscription === null) return;
  const { endpoint, keys } = subscription.toJSON();
  await fetch("/api/me/push-subscriptions", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Guildhall": "1" },
    body: JSON.stringify({ endpoint, keys, deviceName: deviceName(navigator.userAgent) }),
  });
}

async function subscribeAgain(previous: PushSubscription | null): Promise<PushSubscription | null> {
  const key = previous?.options.applicationServerKey ?? null;
  if (key === null) return null;
  return worker.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
}

function readNotice(data: PushMessageData | null): PushNotice {
  const fields = readFields(data);
  const text = (name: string) => {
    const value: unknown = fields.get(name);
    return typeof value === "string" ? value : "";
  };
  const path: unknown = fields.get("path");
  const badge: unknown = fields.get("badge");
  return {
    title: text("title") || worker.location.hostname,
    body: text("body") || workerTexts().notification,
    path: isPathOfSite(path) ? path : "/activity",
    tag: text("tag"),
    badge: typeof badge === "number" && badge >= 0 ? badge : null,
  };
}

function readFields(data: PushMessageData | null): Map<string, unknown> {
  try {
    const value: unknown = data?.json();
    return new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
  } catch {
    return new Map();
  }
}
