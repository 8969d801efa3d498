import type { QueryClient } from "@tanstack/react-query";
import { type LoaderFunctionArgs, replace, type RouteObject } from "react-router";
import type { Affiliation } from "../../api/types.ts";
import { lazyScreen } from "../../shell/lazy.ts";
import { toast } from "../../ui/toast-store.ts";
import { guards } from "../accounts/guards.ts";
import { meQuery } from "../accounts/queries.ts";
import { affiliationPath } from "./affiliation-badge.tsx";
import { affiliationQuery, visible } from "./queries.ts";

/** What anybody may come to of one affiliation, at both builds: its page, and the way to ask to belong. */
export function affiliationPageRoutes(cache: QueryClient): RouteObject[] {
  const loaded = ({ params }: LoaderFunctionArgs) =>
    cache.ensureQueryData(affiliationQuery(params["idOrPath"] ?? ""));
  return [
    {
      path: "affiliation/:idOrPath",
      loader: async (asked) => {
        const found = visible(await loaded(asked));
        // Whoever gave it another path comes back to the one before by the browser's Back.
        if (found !== null && isFormerPath(found, asked.params["idOrPath"] ?? "")) {
          throw replace(affiliationPath(found));
        }
        return found;
      },
      lazy: lazyScreen(
        () => import("./affiliation-screen.tsx"),
        (module) => module.AffiliationScreen,
      ),
    },
    {
      path: "affiliation/:idOrPath/apply",
      // Not among the members' screens: at a portal those are not for whoever asks to belong (P-05).
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

/** By none of its names it is asked for so any more. */
function isFormerPath({ id, urlPath }: Affiliation, asked: string): boolean {
  return asked !== id && asked.toLowerCase() !== urlPath;
}

/** Those who ask to belong, for whoever answers: a members' screen of both builds. */
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

/** What an affiliation asks of them; the main network's only, behind its guard (P-16). */
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

/** Where its admins change its page; the main network's only, behind its guard. */
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

/** The directory of all of them; the main network's only. */
export function directoryRoute(): RouteObject {
  return {
    path: "affiliations",
    lazy: lazyScreen(
      () => import("./directory-screen.tsx"),
      (module) => module.DirectoryScreen,
    ),
  };
}

/** Where a member asks for one that the directory lacks; the main network's only, behind its guard. */
export function addingRoute(): RouteObject {
  return {
    path: "affiliations/new",
    lazy: lazyScreen(
      () => import("./adding/adding-screen.tsx"),
      (module) => module.AddingScreen,
    ),
  };
}

/** Where staff create one, below `/staff`. */
export function creatingRoute(): RouteObject {
  return {
    path: "affiliations/new",
    lazy: lazyScreen(
      () => import("./creating/creating-screen.tsx"),
      (module) => module.CreatingScreen,
    ),
  };
}

/** The requests about all of them, below `/staff`. */
export function staffRequestsRoute(): RouteObject {
  return {
    path: "affiliation-requests",
    lazy: lazyScreen(
      () => import("./requests/all-requests-screen.tsx"),
      (module) => module.AllRequestsScreen,
    ),
  };
}
