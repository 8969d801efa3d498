import { isIos } from "../../ui/is-ios.ts";

/** The browser's support for push notifications, before any subscription. */
export type PushSupport =
  /** The member has not been asked, or has allowed them. */
  "ready" | "denied" | "needs-installed-app" | "unsupported";

export function pushSupport(): PushSupport {
  // Safari on iOS has push notifications only in an app that was added to the home screen.
  if (isIos() && !isInstalled()) return "needs-installed-app";
  const isSupported =
    "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!isSupported) return "unsupported";
  return Notification.permission === "denied" ? "denied" : "ready";
}

function isInstalled(): boolean {
  return matchMedia("(display-mode: standalone)").matches;
}

/** Calls back when the member changes the permission in the browser's settings. */
export function onPermissionChange(listener: () => void): () => void {
  let status: PermissionStatus | null = null;
  let isStopped = false;
  const watch = async () => {
    const found = await navigator.permissions.query({ name: "notifications" });
    if (isStopped) return;
    status = found;
    status.addEventListener("change", listener);
  };
  // Without the Permissions API, the state is read again when the screen is opened again.
  if ("permissions" in navigator) watch().catch(() => undefined);
  return () => {
    isStopped = true;
    status?.removeEventListener("change", listener);
  };
}
