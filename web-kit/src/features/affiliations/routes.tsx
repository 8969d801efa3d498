import { t } from "@lingui/core/macro";
import type { QueryClient } from "@tanstack/react-query";
import { type LoaderFunctionArgs, replace, type RouteObject } from "react-router";
import type { Affiliation } from "../../api/types.ts";
import { lazyScreen } from "../../shell/lazy.ts";
import { toast } from "../../ui/toast-store.ts";
import { guards } from "../accounts/guards.ts";
import { meQuery } from "../accounts/queries.ts";
import { affiliationPath } from "./affiliation-badge.tsx";
import type { AdminParts } from "./affiliation-screen.tsx";
import { affiliationQuery, visibleAffiliation } from "./queries.ts";

/** Public routes of one affiliation in both builds: its page and the application. */
export function affiliationPageRoutes(
  cache: QueryClient,
  loadAdminParts?: () => Promise<AdminParts>,
): RouteObject[] {
  const loaded = ({ params }: LoaderFunctionArgs) =>
    cache.ensureQueryData(affiliationQuery(params["idOrPath"] ?? ""));
  return [
    {
      path: "affiliation/:idOrPath",
      loader: async (requested) => {
        const found = visibleAffiliation(await loaded(requested));
        // Replaces a former path in the history; the browser's Back can still reach one.
        if (found !== null && isFormerPath(found, requested.params["idOrPath"] ?? "")) {
          throw replace(affiliationPath(found));
        }
        return found;
      },
      lazy: lazyScreen(
        async () => {
          const [{ AffiliationScreen }, adminParts] = await Promise.all([
            import("./affiliation-screen.tsx"),
            loadAdminParts?.(),
          ]);
          return { AffiliationScreen, adminParts };
        },
        ({ AffiliationScreen, adminParts }) =>
          function AffiliationRoute() {
            return <AffiliationScreen adminParts={adminParts} />;
          },
      ),
    },
    {
      path: "affiliation/:idOrPath/apply",
      // Outside the members' routes: on a portal those are not open to applicants (P-05).
      loader: async (requested) => {
        if ((await cache.ensureQueryData(meQuery)) === null) {
          toast.error(t`Please log in to request to join this affiliation`);
        }
        await guards(cache).member(requested);
        return loaded(requested);
      },
      lazy: lazyScreen(
        () => import("./application/apply-screen.tsx"),
        (module) => module.ApplyScreen,
      ),
    },
  ];
}

/** True if the requested path is neither the id nor the current URL path. */
function isFormerPath({ id, urlPath }: Affiliation, requested: string): boolean {
  return requested !== id && requested.toLowerCase() !== urlPath;
}

/** An affiliation's applications: a members' screen of the portal. */
export function requestsRoute(cache: QueryClient): RouteObject {
  return {
    path: "affiliation/:idOrPath/requests",
    loader: ({ params }) => cache.ensureQueryData(affiliationQuery(params["idOrPath"] ?? "")),
    lazy: lazyScreen(
      () => import("./requests/requests-screen.tsx"),
      (module) => module.RequestsScreen,
    ),
  };
}

/** The admin area and its tabs, read-only on a portal (P-16). */
export function readOnlyManageRoute(cache: QueryClient): RouteObject {
  return {
    path: "affiliation/:idOrPath/manage/*",
    loader: ({ params }) => cache.ensureQueryData(affiliationQuery(params["idOrPath"] ?? "")),
    lazy: lazyScreen(
      () => import("./on-portal/read-only-screen.tsx"),
      (module) => module.ReadOnlyScreen,
    ),
  };
}
