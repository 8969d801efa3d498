import { setupRoute } from "./features/accounts/setup/routes.tsx";
import {
  addingRoute,
  managedPageRoutes,
  directoryRoute,
  manageRoutes,
} from "./features/affiliations/main-routes.tsx";
import { communitiesRoutes } from "@guildhall/web-kit/features/communities/routes.tsx";
import { staffRoutes } from "./features/staff/routes.tsx";
import { brandPreviewRoute } from "./features/tenants/routes.tsx";
import { waitlistRoute } from "./features/waitlist/routes.tsx";
import { siteRoutes } from "@guildhall/web-kit/routes/site-routes.tsx";
import type { App } from "@guildhall/web-kit/shell/app.ts";
import type { RouteObject } from "react-router";

/** The routes of the main site: the whole network and all affiliations. */
export function mainRoutes(app: App): RouteObject[] {
  const everyDoors = siteRoutes(app, {
    open: [directoryRoute(), ...managedPageRoutes(app.cache)],
    member: [
      ...communitiesRoutes(app.cache),
      ...staffRoutes(app.cache),
      addingRoute(),
      ...manageRoutes(app.cache),
    ],
  });
  return [setupRoute(), waitlistRoute(), brandPreviewRoute(), ...everyDoors];
}
