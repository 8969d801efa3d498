import type { QueryClient } from "@tanstack/react-query";
import type { RouteObject } from "react-router";
import { lazyScreen } from "../../shell/lazy.ts";
import { gatePathFor } from "../accounts/guards.ts";
import { meQuery } from "../accounts/queries.ts";
import { activityQuery, parseTab } from "./queries.ts";

/** The activity centre. Its data and its code are loaded in parallel. */
export function activityRoutes(cache: QueryClient): RouteObject[] {
  const loader = async ({ request }: { request: Request }) => {
    const me = await cache.ensureQueryData(meQuery);
    const outside = gatePathFor(me) !== null || me?.portalMembership?.isMember === false;
    if (!outside) {
      const wanted = new URL(request.url).searchParams.get("category") ?? "";
      const tab = parseTab(wanted);
      void cache.prefetchInfiniteQuery(activityQuery(tab, "unread"));
      void cache.prefetchInfiniteQuery(activityQuery(tab, "read"));
    }
    return null;
  };
  const lazy = lazyScreen(
    () => import("./activity-screen.tsx"),
    (module) => module.ActivityScreen,
  );
  return [{ path: "activity", lazy, loader }];
}
