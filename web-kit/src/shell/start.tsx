import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, type RouteObject } from "react-router";
import { RouterProvider } from "react-router/dom";
import type { Boot } from "../api/types.ts";
import { applyNonce, readBoot } from "../boot.ts";
import { trackNavigation } from "../features/accounts/return-path.ts";
import { startSession } from "../features/accounts/session.ts";
import { watchSecurity } from "../features/security-alerts/alerts.ts";
import { startRecovery } from "../recovery/start-recovery.ts";
import { closeSheetsOnBack } from "../ui/sheet-history.ts";
import { toast } from "../ui/toast-store.ts";
import { type App, AppContext } from "./app.ts";
import { createCache } from "./cache.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { canRedirectTo, portalBuildUrl } from "./host-mode.ts";
import { navPaths } from "./nav-entries.ts";
import { FirstFrame, NoBoot, Root } from "./root.tsx";
import { RouteError } from "./route-error.tsx";
import { captureInstallEvent } from "./install/install-event.ts";
import { followDeviceTheme } from "./theme.ts";

/** Starts the app: renders its routes with the page's boot data. */
export async function start(parts: {
  routesOf: (app: App) => RouteObject[];
  /** True for the main build, which must not run on a portal's host. */
  isMain?: boolean;
  /** Runs once the first screen is being loaded. */
  afterwards: () => void;
}): Promise<void> {
  const place = document.getElementById("root");
  if (place === null) throw new Error("the page has no place for the app");
  applyNonce();
  watchSecurity();
  followDeviceTheme();
  startRecovery(() => toast.info("The cache was cleared to fix the connection."));
  captureInstallEvent();
  const root = createRoot(place);
  root.render(<FirstFrame />);
  const boot = await readBoot().catch(() => null);
  if (boot === null) {
    root.render(<NoBoot />);
    return;
  }
  if (parts.isMain === true && redirectsToPortal(boot)) return;
  const bare = { boot, cache: createCache(), navPaths: new Set<string>() };
  const routes = parts.routesOf(bare);
  const app: App = { ...bare, navPaths: navPaths(routes) };
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
          <QueryClientProvider client={app.cache}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </AppContext>
      </ErrorBoundary>
    </StrictMode>,
  );
  parts.afterwards();
}

/** Loads the portal build if the host is a portal's; the loading screen stays meanwhile. */
function redirectsToPortal(boot: Boot): boolean {
  const address = portalBuildUrl(boot.mode, location.href);
  if (address === null || !canRedirectTo(address, location.href)) return false;
  if (address === location.href) location.reload();
  else location.replace(address);
  return true;
}
