import { affiliationPageRoute } from "@guildhall/web-kit/features/affiliations/routes.tsx";
import { communitiesRoutes } from "@guildhall/web-kit/features/communities/routes.tsx";
import { doorRoutes } from "@guildhall/web-kit/routes/door-routes.tsx";
import type { App } from "@guildhall/web-kit/shell/app.ts";
import { type LoaderFunction, redirect, type RouteObject } from "react-router";

/** A portal: one affiliation's communities. It has no directory, only that affiliation's own page. */
export function portalRoutes(app: App): RouteObject[] {
  const home = `/affiliation/${app.boot.portal?.affiliationId ?? ""}`;
  const everyDoors = doorRoutes(app, {
    open: [{ path: "affiliations", loader: () => redirect(home) }, affiliationPageRoute(app.cache)],
    member: communitiesRoutes(app.cache),
  });
  const toMain: LoaderFunction = ({ request }) =>
    redirect(`${app.boot.mainOrigin}${new URL(request.url).pathname}`);
  // One waitlist, main's (P-04); staff work on main alone (P-15), and so do those who run a portal (P-16).
  const mains = [
    "waitlist",
    "staff/*",
    "live-support",
    "support-team",
    "affiliation/:idOrPath/portal/*",
  ];
  return [...mains.map((path) => ({ path, loader: toMain })), ...everyDoors];
}
