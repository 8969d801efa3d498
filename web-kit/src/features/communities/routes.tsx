import type { QueryClient } from "@tanstack/react-query";
import type { LoaderFunctionArgs, RouteObject } from "react-router";
import { keys } from "../../api/keys.ts";
import type { Community, Me } from "../../api/types.ts";
import type { Pages } from "../../live/reducers.ts";
import { lazyScreen } from "../../shell/lazy.ts";
import { gateFor } from "../accounts/guards.ts";
import { meQuery } from "../accounts/queries.ts";
import { postsQuery } from "../posts/queries.ts";
import { communityListQuery, communityQuery, threadQuery, threadsQuery } from "./queries.ts";

/** How long a click may wait for its data before the skeletons are shown. */
const PATIENCE_MS = 150;

/** A new one for each route: the router strikes out what it has loaded. */
const screen = () =>
  lazyScreen(
    () => import("./communities-screen.tsx"),
    (module) => module.CommunitiesScreen,
  );

/**
 * One screen, four addresses. The loaders ask for everything an address needs at once and do not
 * fail: each pane shows its own waiting and its own failure.
 */
export function communitiesRoutes(cache: QueryClient): RouteObject[] {
  const loader = async ({ params }: LoaderFunctionArgs) => {
    const me = await cache.ensureQueryData(meQuery);
    // Whoever stands outside is sent elsewhere, and must not knock at what is not theirs.
    const outside = gateFor(me) !== null || me?.portalMembership?.isMember === false;
    return outside ? null : soon(requests(cache, me, params));
  };
  return [
    { path: "communities", lazy: screen(), loader },
    { path: "communities/:communityId", lazy: screen(), loader },
    { path: "communities/:communityId/threads/:threadId", lazy: screen(), loader },
    { path: "communities/:communityId/insights", lazy: screen(), loader },
    manageRoute(),
  ];
}

/** The admin area of one community; each of its parts has an address. */
function manageRoute(): RouteObject {
  return {
    path: "communities/:communityId/manage",
    lazy: lazyScreen(
      () => import("./manage/manage-screen.tsx"),
      (module) => module.ManageScreen,
    ),
    children: [
      {
        index: true,
        lazy: lazyScreen(
          () => import("./manage/members-tab.tsx"),
          (module) => module.MembersTab,
        ),
      },
      {
        path: "requests",
        lazy: lazyScreen(
          () => import("./manage/requests-tab.tsx"),
          (module) => module.RequestsTab,
        ),
      },
      {
        path: "code",
        lazy: lazyScreen(
          () => import("./manage/code-tab.tsx"),
          (module) => module.CodeTab,
        ),
      },
      {
        path: "timeouts",
        lazy: lazyScreen(
          () => import("./manage/timeouts-tab.tsx"),
          (module) => module.TimeoutsTab,
        ),
      },
      {
        path: "reports",
        lazy: lazyScreen(
          () => import("./manage/reports-tab.tsx"),
          (module) => module.ReportsTab,
        ),
      },
      {
        path: "announcements",
        lazy: lazyScreen(
          () => import("./manage/announcements-tab.tsx"),
          (module) => module.AnnouncementsTab,
        ),
      },
      {
        path: "analytics",
        lazy: lazyScreen(
          () => import("./manage/analytics-tab.tsx"),
          (module) => module.AnalyticsTab,
        ),
      },
      {
        path: "settings",
        lazy: lazyScreen(
          () => import("./manage/settings-tab.tsx"),
          (module) => module.SettingsTab,
        ),
      },
    ],
  };
}

function requests(
  cache: QueryClient,
  me: Me | null,
  { communityId, threadId }: LoaderFunctionArgs["params"],
): Promise<unknown>[] {
  const mine = cache.prefetchInfiniteQuery(communityListQuery("mine"));
  if (communityId === undefined) {
    return [mine, cache.prefetchInfiniteQuery(communityListQuery("discover"))];
  }
  const inside = () => Promise.all(requestsInside(cache, communityId, threadId));
  // What only its members may read is refused to others, staff apart.
  const known = me?.isStaff === true || isInside(cache, communityId);
  const community = cache.prefetchQuery(communityQuery(communityId));
  if (known === false) return [mine, community];
  if (known) return [mine, community, inside()];
  // A link may have led anybody here: the community says first whether it is theirs.
  return [mine, community.then(() => (isInside(cache, communityId) ? inside() : null))];
}

function requestsInside(
  cache: QueryClient,
  communityId: string,
  threadId: string | undefined,
): Promise<unknown>[] {
  const threads = cache.prefetchInfiniteQuery(threadsQuery(communityId));
  if (threadId === undefined) return [threads];
  return [
    threads,
    cache.prefetchQuery(threadQuery(communityId, threadId)),
    cache.prefetchInfiniteQuery(postsQuery(communityId, threadId)),
  ];
}

/** Whether the viewer is in a community, as far as what is at hand says. */
function isInside(cache: QueryClient, communityId: string): boolean | undefined {
  const one = cache.getQueryData<Community>(keys.community(communityId));
  if (one !== undefined) return one.viewer.isMember;
  const lists = cache.getQueriesData<Pages<Community>>({ queryKey: keys.communityLists });
  const listed = lists.flatMap(([, list]) => list?.pages.flatMap(({ items }) => items) ?? []);
  const found = listed.filter(({ id }) => id === communityId);
  return found.length === 0 ? undefined : found.some(({ viewer }) => viewer.isMember);
}

async function soon(asked: Promise<unknown>[]): Promise<null> {
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([Promise.all(asked), patience]);
  return null;
}
