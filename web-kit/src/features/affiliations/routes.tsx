import type { QueryClient } from "@tanstack/react-query";
import { type LoaderFunctionArgs, replace, type RouteObject } from "react-router";
import type { Affiliation } from "../../api/types.ts";
import { lazyScreen } from "../../shell/lazy.ts";
import { toast } from "../../ui/toast-store.ts";
import { guards } from "../accounts/guards.ts";
import { meQuery } from "../accounts/queries.ts";
import { affiliationPath } from "./affiliation-badge.tsx";
import type { AdminParts } from "./affiliation-screen.tsx";
import { affiliationQuery, visible } from "./queries.ts";

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
      loader: async (asked) => {
        const found = visible(await loaded(asked));
        // Replaces a former path in the history; the browser's Back can still reach one.
        if (found !== null && isFormerPath(found, asked.params["idOrPath"] ?? "")) {
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
      loader: async (asked) => {
        if ((await cache.ensureQueryData(meQuery)) === null) {
          toast.error("Please log in to request to join this affiliation");
        }
        await guards(cache).member(asked);
        return loaded(asked);
      },
      lazy: lazyScreen(
        () => import("./application/apply-screen.tsx"),
        (module) => module.ApplyScreen,
      ),
    },
  ];
}

/** True if the requested path is neither the id nor the current URL path. */
function isFormerPath({ id, urlPath }: Affiliation, asked: string): boolean {
  return asked !== id && asked.toLowerCase() !== urlPath;
}

/** An affiliation's applications: a members' screen of both builds. */
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

/** An affiliation's questionnaire: on the main site only, behind its guard (P-16). */
export function questionnaireRoute(cache: QueryClient): RouteObject {
  return {
    path: "affiliation/:idOrPath/questionnaire",
    loader: ({ params }) => cache.ensureQueryData(affiliationQuery(params["idOrPath"] ?? "")),
    lazy: lazyScreen(
      () => import("./questionnaire/questionnaire-screen.tsx"),
      (module) => module.QuestionnaireScreen,
    ),
  };
}

/** The page editor for an affiliation's admins: on the main site only, behind its guard. */
export function editingRoute(cache: QueryClient): RouteObject {
  return {
    path: "affiliation/:idOrPath/edit",
    loader: ({ params }) => cache.ensureQueryData(affiliationQuery(params["idOrPath"] ?? "")),
    lazy: lazyScreen(
      () => import("./editing/editing-screen.tsx"),
      (module) => module.EditingScreen,
    ),
  };
}

/** The directory: on the main site only. */
export function directoryRoute(): RouteObject {
  return {
    path: "affiliations",
    lazy: lazyScreen(
      () => import("./directory-screen.tsx"),
      (module) => module.DirectoryScreen,
    ),
  };
}

/** The request for a missing affiliation: on the main site only, behind its guard. */
export function addingRoute(): RouteObject {
  return {
    path: "affiliations/new",
    lazy: lazyScreen(
      () => import("./adding/adding-screen.tsx"),
      (module) => module.AddingScreen,
    ),
  };
}

/** The creation of an affiliation by staff, below `/staff`. */
export function creatingRoute(): RouteObject {
  return {
    path: "affiliations/new",
    lazy: lazyScreen(
      () => import("./creating/creating-screen.tsx"),
      (module) => module.CreatingScreen,
    ),
  };
}

/** All requests, below `/staff`. */
export function staffRequestsRoute(): RouteObject {
  return {
    path: "affiliation-requests",
    lazy: lazyScreen(
      () => import("./requests/all-requests-screen.tsx"),
      (module) => module.AllRequestsScreen,
    ),
  };
}

/** The affiliation's page with what its admins and staff manage on the main site only. */
export function managedPageRoutes(cache: QueryClient): RouteObject[] {
  return affiliationPageRoutes(cache, () => import("./admin-parts.tsx"));
}
