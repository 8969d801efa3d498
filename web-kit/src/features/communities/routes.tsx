import type { QueryClient } from "@tanstack/react-query";
import type { LoaderFunctionArgs, RouteObject } from "react-router";
import { keys, type ThreadSort } from "../../api/keys.ts";
import type { Community, Me } from "../../api/types.ts";
import type { Pages } from "../../live/reducers.ts";
import { lazyScreen } from "../../shell/lazy.ts";
import { gatePathFor } from "../accounts/guards.ts";
import { meQuery } from "../accounts/queries.ts";
import { postsQuery } from "../posts/queries.ts";
import { communityListQuery, communityQuery, threadQuery, threadsQuery } from "./queries.ts";
import { readThreadSort } from "./thread-sort.ts";

/** Time that a click waits for data before the skeletons are shown. */
const PRELOAD_TIMEOUT_MS = 150;

/** A new object for each route: the router deletes the `lazy` functions that it has run. */
const screen = () =>
  lazyScreen(
    () => import("./communities-screen.tsx"),
    (module) => module.CommunitiesScreen,
  );

/**
 * One screen with five addresses. The loaders start all requests of an address at once and never
 * fail: each pane shows its own loading and error states.
 */
export function communitiesRoutes(cache: QueryClient): RouteObject[] {
  const loader = async ({ params, request }: LoaderFunctionArgs) => {
    const me = await cache.ensureQueryData(meQuery);
    // Users that the guards redirect must not request a community's data.
    const outside = gatePathFor(me) !== null || me?.portalMembership?.isMember === false;
    return outside ? null : withTimeout(requests(cache, me, params, readThreadSort(request.url)));
  };
  return [
    { path: "communities", lazy: screen(), loader },
    { path: "communities/:communityId", lazy: screen(), loader },
    { path: "communities/:communityId/threads/:threadId", lazy: screen(), loader },
    { path: "communities/:communityId/insights", lazy: screen(), loader },
    { path: "communities/:communityId/events", lazy: screen(), loader },
    manageRoute(),
  ];
}

/** The admin area of one community; each tab has its own address. */
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
  sort: ThreadSort,
): Promise<unknown>[] {
  const mine = cache.prefetchInfiniteQuery(communityListQuery("mine"));
  if (communityId === undefined) {
    return [mine, cache.prefetchInfiniteQuery(communityListQuery("discover"))];
  }
  const inside = () => Promise.all(requestsInside(cache, communityId, threadId, sort));
  // Only members and staff may read these; do not request them for others.
  const known = me?.isStaff === true || isInside(cache, communityId);
  const community = cache.prefetchQuery(communityQuery(communityId));
  if (known === false) return [mine, community];
  if (known) return [mine, community, inside()];
  // Any link can lead here, so membership is checked before the members' queries are sent.
  return [mine, community.then(() => (isInside(cache, communityId) ? inside() : null))];
}

function requestsInside(
  cache: QueryClient,
  communityId: string,
  threadId: string | undefined,
  sort: ThreadSort,
): Promise<unknown>[] {
  const threads = cache.prefetchInfiniteQuery(threadsQuery(communityId, sort));
  if (threadId === undefined) return [threads];
  return [
    threads,
    cache.prefetchQuery(threadQuery(communityId, threadId)),
    cache.prefetchInfiniteQuery(postsQuery(communityId, threadId)),
  ];
}

/** The viewer's membership according to cached data; undefined if not cached. */
function isInside(cache: QueryClient, communityId: string): boolean | undefined {
  const one = cache.getQueryData<Community>(keys.community(communityId));
  if (one !== undefined) return one.viewer.isMember;
  const lists = cache.getQueriesData<Pages<Community>>({ queryKey: keys.communityLists });
  const listed = lists.flatMap(([, list]) => list?.pages.flatMap(({ items }) => items) ?? []);
  const found = listed.filter(({ id }) => id === communityId);
  return found.length === 0 ? undefined : found.some(({ viewer }) => viewer.isMember);
}

async function withTimeout(requested: Promise<unknown>[]): Promise<null> {
  const patience = new Promise((resolve) => setTimeout(resolve, PRELOAD_TIMEOUT_MS));
  await Promise.race([Promise.all(requested), patience]);
  return null;
}
