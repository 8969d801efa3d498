import type { QueryClient } from "@tanstack/react-query";
import type { LoaderFunctionArgs, RouteObject } from "react-router";
import { lazyScreen } from "../../shell/lazy.ts";
import { profileQuery } from "./queries.ts";

/** The viewer's own profile, its editor, and other profiles by id or handle. */
export function profileRoutes(cache: QueryClient): RouteObject[] {
  return [
    {
      path: "profile",
      lazy: lazyScreen(
        () => import("./own-screen.tsx"),
        (module) => module.OwnProfileScreen,
      ),
    },
    {
      path: "profile/edit",
      lazy: lazyScreen(
        () => import("./edit-screen.tsx"),
        (module) => module.EditProfileScreen,
      ),
    },
    {
      path: "profile/:userId",
      loader: ({ params }: LoaderFunctionArgs) => {
        // Starts the request early; the screen shows loading and error states itself.
        void cache.prefetchQuery(profileQuery(params.userId ?? ""));
        return null;
      },
      lazy: lazyScreen(
        () => import("./person-screen.tsx"),
        (module) => module.PersonScreen,
      ),
    },
  ];
}
