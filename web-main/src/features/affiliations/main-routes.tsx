import type { QueryClient } from "@tanstack/react-query";
import type { RouteObject } from "react-router";
import { lazyScreen } from "@guildhall/web-kit/shell/lazy.ts";
import { affiliationQuery } from "@guildhall/web-kit/features/affiliations/queries.ts";
import { affiliationPageRoutes } from "@guildhall/web-kit/features/affiliations/routes.tsx";

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
