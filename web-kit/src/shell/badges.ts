import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../api/client.ts";
import { keys } from "../api/keys.ts";
import type { Badges, Me } from "../api/types.ts";
import { gateFor } from "../features/accounts/guards.ts";
import { useBelongs } from "./belonging.ts";
import type { BadgeKey, NavItem } from "./nav-items.ts";

const freshMs = 10_000;
const refreshMs = 30_000;

/** How much waits, by what it is; what the server does not count yet is not there. */
export type Waiting = Partial<Record<BadgeKey, number>>;

const badgesQuery = queryOptions({
  queryKey: keys.badges,
  queryFn: ({ signal }) => call<Badges>("GET", "/api/me/badges", { signal }),
  staleTime: freshMs,
  refetchInterval: refreshMs,
});

/**
 * The numbers beside the navigation's entries. Nothing waits for somebody outside a portal, nor for
 * a member who is not let in.
 */
export function useBadges(me: Me): Waiting {
  const inside = useBelongs(me) && gateFor(me) === null;
  const { data } = useQuery({ ...badgesQuery, enabled: inside });
  // Whoever leaves a portal's affiliation is outside with what they had inside still at hand.
  return (inside ? data : undefined) ?? nothing;
}

const nothing: Waiting = {};

export function waitingFor(item: NavItem, waiting: Waiting): number {
  return item.badge === undefined ? 0 : (waiting[item.badge] ?? 0);
}

/** The number of several entries together, as the account menu's dot shows it. */
export function waitingForAll(items: readonly NavItem[], waiting: Waiting): number {
  return items.reduce((sum, item) => sum + waitingFor(item, waiting), 0);
}
