import { preloadScreens } from "@guildhall/web-kit/routes/site-routes.tsx";
import { start } from "@guildhall/web-kit/shell/start.tsx";
import { portalRoutes } from "./routes.tsx";
import "@guildhall/web-kit/theme/fonts.css";
import "./app.css";

void start({
  catalogues: { de: () => import("./catalogs/de.po") },
  routesOf: portalRoutes,
  afterwards: () =>
    preloadScreens([
      // The start page of a portal's members.
      { afterMs: 500, load: () => import("@guildhall/web-kit/features/feed/feed-screen.tsx") },
    ]),
});
