import { preloadScreens } from "@guildhall/web-kit/routes/door-routes.tsx";
import { start } from "@guildhall/web-kit/shell/start.tsx";
import { portalRoutes } from "./routes.tsx";
import "@guildhall/web-kit/theme/fonts.css";
import "./app.css";

void start({
  routesOf: portalRoutes,
  afterwards: () =>
    preloadScreens([
      // Where a member of a portal arrives.
      { afterMs: 500, load: () => import("@guildhall/web-kit/features/feed/feed-screen.tsx") },
    ]),
});
