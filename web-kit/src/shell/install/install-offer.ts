/** The form of an offer to install the app (F-138). */
export type InstallOffer =
  /** The browser's own installation. */
  | "browser"
  /** Steps in the share sheet of Safari on iOS. */
  | "ios-safari"
  /** Steps in the browser's menu on Android. */
  | "android-manual";

/** Delays of F-139. */
export const INSTALL_MS = {
  afterEvent: 8000,
  iosSafari: 12_000,
  androidManual: 20_000,
  openInApp: 5000,
};

export interface OfferFacts {
  isMobile: boolean;
  isAndroid: boolean;
  isIosSafari: boolean;
  /** The page runs as an app, installed or native. */
  isApp: boolean;
  /** The browser's event came. */
  isInstallable: boolean;
  isDismissed: boolean;
  isManualDismissed: boolean;
  isCompleted: boolean;
}

/** The offer for this device, or null. On desktop there is none. */
export function installOffer(facts: OfferFacts): InstallOffer | null {
  if (!facts.isMobile || facts.isApp || facts.isCompleted) return null;
  if (facts.isInstallable) return facts.isDismissed ? null : "browser";
  if (facts.isIosSafari) return facts.isDismissed ? null : "ios-safari";
  return facts.isAndroid && !facts.isManualDismissed ? "android-manual" : null;
}

/** An offer, or the one to continue in the installed app. */
export type InstallPrompt = InstallOffer | "open-in-app";

/** Milliseconds until a prompt may appear; all times are of the same clock. */
export function promptDelay(
  prompt: InstallPrompt,
  { now, loadedAt, eventAt }: { now: number; loadedAt: number; eventAt: number | null },
): number {
  const delays: Record<InstallPrompt, number> = {
    browser: INSTALL_MS.afterEvent,
    "ios-safari": INSTALL_MS.iosSafari,
    "android-manual": INSTALL_MS.androidManual,
    "open-in-app": INSTALL_MS.openInApp,
  };
  const start = prompt === "browser" ? (eventAt ?? loadedAt) : loadedAt;
  return Math.max(0, start + delays[prompt] - now);
}

/** True if a page in the browser may point to the app that was installed on this device. */
export function mayOfferApp(facts: {
  isMobile: boolean;
  isApp: boolean;
  isCompleted: boolean;
  isDismissed: boolean;
}): boolean {
  return facts.isMobile && !facts.isApp && facts.isCompleted && !facts.isDismissed;
}
