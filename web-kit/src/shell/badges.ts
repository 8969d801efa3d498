import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../api/client.ts";
import { keys } from "../api/keys.ts";
import type { Badges, Me } from "../api/types.ts";
import { gatePathFor } from "../features/accounts/guards.ts";
import { useHasSiteAccess } from "./portal-access.ts";
import { showAppBadge } from "../offline/app-badge.ts";
import type { BadgeKey, NavItem } from "./nav-items.ts";

const freshMs = 10_000;
const refreshMs = 30_000;

/** Counts of pending items by kind; kinds that the server does not count are missing. */
export type PendingCounts = Partial<Record<BadgeKey, number>>;

const badgesQuery = queryOptions({
  queryKey: keys.badges,
  queryFn: ({ signal }) => call<Badges>("GET", "/api/me/badges", { signal }),
  staleTime: freshMs,
  refetchInterval: refreshMs,
});

/**
 * The badges of the navigation. Empty for users who are not members of the portal's affiliation or
 * that the guards stop.
 */
export function useBadges(me: Me): PendingCounts {
  return useBadgesOf(me).counts ?? NO_COUNTS;
}

/** Shows the number of unread notifications on the icon of the installed app. */
export function useAppBadge(me: Me): void {
  const { counts, updatedAt } = useBadgesOf(me);
  // Staff who view the site as a member have their own icon.
  const unread = me.viewedAs === null ? counts?.activity : undefined;
  useEffect(() => {
    // Each response replaces the number that a push message has set meanwhile.
    if (unread !== undefined && updatedAt > 0) void showAppBadge(unread);
  }, [unread, updatedAt]);
}

function useBadgesOf(me: Me) {
  const inside = useHasSiteAccess(me) && gatePathFor(me) === null;
  const { data, dataUpdatedAt } = useQuery({ ...badgesQuery, enabled: inside });
  // After a member left a portal's affiliation, the counts are still cached.
  return { counts: inside ? data : undefined, updatedAt: dataUpdatedAt };
}

const NO_COUNTS: PendingCounts = {};

export function pendingCount(item: NavItem, waiting: PendingCounts): number {
  return item.badge === undefined ? 0 : (waiting[item.badge] ?? 0);
}

/** The sum of several entries' badges, for the account menu. */
export function totalPending(items: readonly NavItem[], waiting: PendingCounts): number {
  return items.reduce((sum, item) => sum + pendingCount(item, waiting), 0);
}
