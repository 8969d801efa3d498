import type { QueryClient } from "@tanstack/react-query";
import { type EventPeriod, keys } from "../api/keys.ts";
import type { Announcement, EventItem } from "../api/types.ts";
import { updateCached } from "./pending-updates.ts";
import { mapItems, type Pages } from "./reducers.ts";

const PERIODS: readonly EventPeriod[] = ["upcoming", "past"];

/** Changes an announcement in all cached lists. The change must be idempotent. */
export function changeAnnouncement(
  cache: QueryClient,
  { communityId, announcementId }: { communityId: string; announcementId: string },
  change: (cached: Announcement) => Announcement,
): void {
  const changeOne = (cached: Announcement) =>
    cached.id === announcementId ? change(cached) : cached;
  const listKeys = [
    keys.announcements(communityId),
    ...PERIODS.map((period) => keys.communityEventList(communityId, period)),
  ];
  for (const queryKey of listKeys) {
    updateCached<Pages<Announcement>>(cache, queryKey, (pages) => mapItems(pages, changeOne));
  }
  for (const period of PERIODS) {
    updateCached<Pages<EventItem>>(cache, keys.ownEventList(period), (pages) =>
      mapItems(pages, (item) => {
        const announcement = changeOne(item.announcement);
        return announcement === item.announcement ? item : { ...item, announcement };
      }),
    );
  }
}
