import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, type RouteObject } from "react-router";
import { RouterProvider } from "react-router/dom";
import { applyNonce, readBoot } from "../boot.ts";
import { startSession } from "../features/accounts/session.ts";
import { type App, AppContext } from "./app.ts";
import { createCache } from "./cache.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { FirstFrame, NoBoot, Root } from "./root.tsx";
import { RouteError } from "./route-error.tsx";
import { followDevice } from "./theme.ts";

/** Brings a build to life: its routes, drawn with the facts of the door the page came through. */
export async function start(parts: {
  routesOf: (app: App) => RouteObject[];
  /** Runs once the first screen is on its way. */
  afterwards: () => void;
}): Promise<void> {
  const place = document.getElementById("root");
  if (place === null) throw new Error("the page has no place for the app");
  applyNonce();
  followDevice();
  const root = createRoot(place);
  root.render(<FirstFrame />);
  const boot = await readBoot().catch(() => null);
  if (boot === null) {
    root.render(<NoBoot />);
    return;
  }
  const app: App = { boot, cache: createCache() };
  const router = createBrowserRouter([
    {
      Component: Root,
      HydrateFallback: FirstFrame,
      errorElement: <RouteError />,
      children: parts.routesOf(app),
    },
  ]);
  startSession(app.cache, {
    go: (path) => router.navigate(path),
    here: () => location.pathname + location.search + location.hash,
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
