import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import type { NoticeChoice, NoticePreference } from "../../api/types.ts";
import type {
  NewPushSubscription,
  NotificationSettings,
  NotificationSettingsChange,
  NotificationTarget,
  PushKey,
  PushSubscriptionItem,
  UnsubscribeTarget,
} from "./contract.ts";

const settingsPath = "/api/me/notification-settings";
const subscriptionsPath = "/api/me/push-subscriptions";

export const notificationSettingsQuery = queryOptions({
  queryKey: keys.notificationSettings,
  queryFn: ({ signal }) => call<NotificationSettings>("GET", settingsPath, { signal }),
});

export const saveNotificationSettings = (body: NotificationSettingsChange) =>
  call<NotificationSettings>("PUT", settingsPath, { body });

/** Sends email again to an address that had bounced or complained. */
export const resumeEmails = () => call<null>("POST", `${settingsPath}/email/resume`);

/** Sets the viewer's preference for one community. */
export const setNoticePreference = (communityId: string, preference: NoticePreference) =>
  call<NoticeChoice>("PUT", `/api/communities/${communityId}/notifications`, {
    body: { preference },
  });

/** The devices that receive push notifications. */
export const pushSubscriptionsQuery = queryOptions({
  queryKey: keys.pushSubscriptions,
  queryFn: ({ signal }) =>
    call<{ items: PushSubscriptionItem[] }>("GET", subscriptionsPath, { signal }),
});

export const createPushSubscription = (body: NewPushSubscription) =>
  call<PushSubscriptionItem>("POST", subscriptionsPath, { body });

export const deletePushSubscription = (id: string) =>
  call<null>("DELETE", `${subscriptionsPath}/${id}`);

/** The server's public key, encoded in base64url. */
export const fetchPushKey = async () => (await call<PushKey>("GET", "/api/push/key")).publicKey;

/** The page that shows the subject of a notification of the viewer. */
export const fetchNotificationTarget = (id: string) =>
  call<NotificationTarget>("GET", `/api/notifications/${encodeURIComponent(id)}/target`);

const unsubscribePath = (token: string) => `/api/unsubscribe/${encodeURIComponent(token)}`;

/** The kind of emails that the link in an email ends. The token is the only proof; no session is needed. */
export const unsubscribeTargetQuery = (token: string) =>
  queryOptions({
    queryKey: keys.unsubscribeTarget(token),
    queryFn: ({ signal }) =>
      call<UnsubscribeTarget>("GET", unsubscribePath(token), { signal, quiet: true }),
    refetchOnWindowFocus: false,
  });

export const unsubscribe = (token: string) =>
  call<null>("POST", unsubscribePath(token), { quiet: true });
