import {
  affiliationPageRoutes,
  readOnlyManageRoute,
  requestsRoute,
} from "@guildhall/web-kit/features/affiliations/routes.tsx";
import { communitiesRoutes } from "@guildhall/web-kit/features/communities/routes.tsx";
import { siteRoutes } from "@guildhall/web-kit/routes/site-routes.tsx";
import type { App } from "@guildhall/web-kit/shell/app.ts";
import { lazyScreen } from "@guildhall/web-kit/shell/lazy.ts";
import { onOtherSite } from "@guildhall/web-kit/shell/nav-entries.ts";
import { redirect, type RouteObject } from "react-router";

/**
 * Paths that exist on the main site only: the waitlist (P-04), the directory of affiliations, the
 * staff area (P-15) and portal management (P-16).
 */
const MAIN_PATHS = [
  "waitlist",
  "affiliations/new",
  "staff/*",
  "live-support/*",
  "support-team",
  "affiliation/:idOrPath/portal/*",
  "affiliation/:idOrPath/questionnaire",
  "affiliation/:idOrPath/edit",
];

const onMain = lazyScreen(
  () => import("./features/transfer/on-main-screen.tsx"),
  (module) => module.OnMainScreen,
);

/**
 * The routes of a portal: one affiliation's communities, and that affiliation's page instead of a
 * directory.
 */
export function portalRoutes(app: App): RouteObject[] {
  const home = `/affiliation/${app.boot.portal?.affiliationId ?? ""}`;
  return siteRoutes(app, {
    open: [
      { path: "affiliations", loader: () => redirect(home) },
      ...affiliationPageRoutes(app.cache),
      ...MAIN_PATHS.map((path) => ({ path, lazy: onMain, handle: onOtherSite })),
    ],
    member: [
      ...communitiesRoutes(app.cache),
      requestsRoute(app.cache),
      readOnlyManageRoute(app.cache),
    ],
  });
}
