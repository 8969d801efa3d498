import { t } from "@lingui/core/macro";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, type RouteObject } from "react-router";
import { RouterProvider } from "react-router/dom";
import type { Boot } from "../api/types.ts";
import { applyNonce, readBoot } from "../boot.ts";
import { trackNavigation } from "../features/accounts/return-path.ts";
import { startSession } from "../features/accounts/session.ts";
import { watchSecurity } from "../features/security-alerts/alerts.ts";
import { activateLanguage, type Catalogues } from "../language/activate-language.ts";
import { chosenLanguage } from "../language/chosen-language.ts";
import { isStartedOffline } from "../offline/page-build.ts";
import { registerWorker } from "../offline/service-worker.ts";
import { startRecovery } from "../recovery/start-recovery.ts";
import { closeSheetsOnBack } from "../ui/sheet-history.ts";
import { toast } from "../ui/toast-store.ts";
import { afterFirstScreen } from "./after-first-screen.ts";
import { ShowsAffiliations } from "../ui/affiliation-badges.tsx";
import { type App, AppContext } from "./app.ts";
import { createCache } from "./cache.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { FirstFrame, keepServedFrame } from "./first-frame.tsx";
import { canRedirectTo, portalBuildUrl } from "./host-mode.ts";
import { navPaths } from "./nav-entries.ts";
import { NoBoot, Root } from "./root.tsx";
import { RouteError } from "./route-error.tsx";
import { captureInstallEvent } from "./install/install-event.ts";
import { followDeviceTheme } from "./theme.ts";

/** Longer than other messages: it waits for the first screen. */
const CACHE_CLEARED_MS = 8000;

/** Starts the app: renders its routes with the page's boot data. */
export async function start(parts: {
  routesOf: (app: App) => RouteObject[];
  /** The build's own texts in other languages. */
  catalogues: Catalogues;
  /** True for the main build, which must not run on a portal's host. */
  isMain?: boolean;
  /** Runs once the first screen is shown; `go` navigates within the app. */
  afterwards: (go: (path: string) => void, cache: QueryClient) => void;
}): Promise<void> {
  const place = document.getElementById("root");
  if (place === null) throw new Error("the page has no place for the app");
  applyNonce();
  watchSecurity();
  followDeviceTheme();
  keepServedFrame(place);
  const isCacheCleared = startRecovery();
  captureInstallEvent();
  const root = createRoot(place);
  root.render(<FirstFrame />);
  const boot = await readBoot().catch(() => null);
  // Before any screen: its texts are translated when it is loaded.
  await activateLanguage(chosenLanguage(boot?.language), parts.catalogues);
  if (boot === null) {
    root.render(<NoBoot />);
    return;
  }
  if (isCacheCleared) {
    toast.info(t`The cache was cleared to fix the connection.`, { durationMs: CACHE_CLEARED_MS });
  }
  if (parts.isMain === true && redirectsToPortal(boot)) return;
  const bare = { boot, cache: createCache(), navPaths: new Set<string>() };
  const routes = parts.routesOf(bare);
  const app: App = { ...bare, navPaths: navPaths(routes) };
  if (isStartedOffline()) await restoreOffline(app.cache);
  const { router } = closeSheetsOnBack(() =>
    createBrowserRouter([
      {
        Component: Root,
        HydrateFallback: FirstFrame,
        errorElement: <RouteError />,
        children: routes,
      },
    ]),
  );
  trackNavigation(router);
  startSession(app.cache, {
    go: (path) => router.navigate(path),
    here: () => location.pathname + location.search + location.hash,
    reload: () => location.reload(),
  });
  root.render(
    <StrictMode>
      <ErrorBoundary>
        <AppContext value={app}>
          <ShowsAffiliations value={app.boot.portal === null}>
            <QueryClientProvider client={app.cache}>
              <RouterProvider router={router} />
            </QueryClientProvider>
          </ShowsAffiliations>
        </AppContext>
      </ErrorBoundary>
    </StrictMode>,
  );
  const go = (path: string) => void router.navigate(path);
  afterFirstScreen(router, () => {
    parts.afterwards(go, app.cache);
    registerWorker({ openPath: go });
  });
}

/** Shows the data that was stored for reading without a connection. */
async function restoreOffline(cache: App["cache"]): Promise<void> {
  try {
    const { startOffline } = await import("../offline/start-offline.ts");
    await startOffline(cache);
  } catch {
    // Without storage the screens show that they could not be loaded.
  }
}

/** Loads the portal build if the host is a portal's; the loading screen stays meanwhile. */
function redirectsToPortal(boot: Boot): boolean {
  const address = portalBuildUrl(boot.mode, location.href);
  if (address === null || !canRedirectTo(address, location.href)) return false;
  if (address === location.href) location.reload();
  else location.replace(address);
  return true;
}
