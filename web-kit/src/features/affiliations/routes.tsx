import type { QueryClient } from "@tanstack/react-query";
import type { RouteObject } from "react-router";
import { lazyScreen } from "../../shell/lazy.ts";
import { affiliationQuery } from "./queries.ts";

/** One affiliation's page; both builds have it. */
export function affiliationPageRoute(cache: QueryClient): RouteObject {
  return {
    path: "affiliation/:idOrPath",
    loader: ({ params }) => cache.ensureQueryData(affiliationQuery(params.idOrPath ?? "")),
    lazy: lazyScreen(
      () => import("./affiliation-screen.tsx"),
      (module) => module.AffiliationScreen,
    ),
  };
}

/** The directory of all of them; the main network's only. */
export const directoryRoute: RouteObject = {
  path: "affiliations",
  lazy: lazyScreen(
    () => import("./directory-screen.tsx"),
    (module) => module.DirectoryScreen,
  ),
};
