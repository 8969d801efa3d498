import type { CapacitorConfig } from "@capacitor/cli";
import type { NativeSettings } from "./settings.ts";

/** The configuration of Capacitor. Links to any other host open in the browser. */
export function capacitorConfig({ origin, appId, appName }: NativeSettings): CapacitorConfig {
  return {
    appId,
    appName,
    webDir: "www",
    server: { allowNavigation: [origin.host], androidScheme: "https" },
    android: { allowMixedContent: false },
    // The service worker runs on iOS for hosts that the app names itself (WKAppBoundDomains).
    ios: { limitsNavigationsToAppBoundDomains: true, contentInset: "never" },
    plugins: { SystemBars: { insetsHandling: "css" } },
  };
}
