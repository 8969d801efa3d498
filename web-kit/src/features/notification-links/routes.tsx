import type { RouteObject } from "react-router";
import type { App } from "../../shell/app.ts";
import { loadWithRetry } from "../../recovery/load-with-retry.ts";
import { lazyScreen } from "../../shell/lazy.ts";

/** Loads the redirect of a notification. */
export const loadNotification = () => import("./notification-screen.tsx");

/** The address of a notification in emails and push notifications (C-014). For members. */
export function notificationRoute({ cache, boot }: App): RouteObject {
  return {
    path: "notification/:notificationId",
    lazy: {
      ...lazyScreen(loadNotification, (module) => module.NotificationScreen),
      loader: async () => {
        const { notificationLoader } = await loadWithRetry(
          () => import("./notification-loader.ts"),
        );
        return notificationLoader(cache, boot.portal);
      },
    },
  };
}

/** The address in the footer and the headers of an email. It needs no session. */
export const unsubscribeRoute = (): RouteObject => ({
  path: "unsubscribe/:token",
  lazy: lazyScreen(
    () => import("./unsubscribe-screen.tsx"),
    (module) => module.UnsubscribeScreen,
  ),
});
