import { redirect, type RouteObject } from "react-router";
import type { App } from "../../shell/app.ts";
import { lazyScreen } from "../../shell/lazy.ts";
import { gatePathFor } from "../accounts/guards.ts";
import { meQuery } from "../accounts/queries.ts";
import { takeReturnPath } from "../accounts/return-path.ts";
import { affiliationQuery } from "../affiliations/queries.ts";
import { communityListQuery } from "../communities/queries.ts";
import { feedQuery } from "./queries.ts";

/**
 * The home page. Sign-in and sign-up screens redirect members here, and a stored return path
 * redirects them onwards.
 */
export function feedRoutes({ cache, boot: { portal } }: App): RouteObject[] {
  const loader = async () => {
    const me = await cache.ensureQueryData(meQuery);
    if (me === null || gatePathFor(me) !== null) return null;
    const wanted = takeReturnPath(me.id);
    if (wanted !== null) return redirect(wanted);
    if (me.portalMembership?.isMember === false) return null;
    void cache.prefetchQuery(feedQuery);
    void cache.prefetchInfiniteQuery(communityListQuery("mine"));
    if (portal !== null) void cache.prefetchQuery(affiliationQuery(portal.affiliationId));
    return null;
  };
  const lazy = lazyScreen(
    () => import("./feed-screen.tsx"),
    (module) => module.FeedScreen,
  );
  return [{ path: "home", lazy, loader }];
}
