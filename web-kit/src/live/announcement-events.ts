import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../api/keys.ts";
import type { Announcement } from "../api/types.ts";
import { changeAnnouncement } from "./change-announcement.ts";
import type { CommunityEvent } from "./events.ts";
import { updateCached } from "./pending-updates.ts";
import { dropItems, insertAnnouncement, type Pages } from "./reducers.ts";

type AnnouncementEvent = Extract<CommunityEvent, { type: `announcement.${string}` }>;

/** Applies a change of an announcement to the lists that contain it. */
export function applyAnnouncementEvent(cache: QueryClient, event: AnnouncementEvent): void {
  const { communityId } = event;
  switch (event.type) {
    case "announcement.created":
    case "announcement.updated":
      applyContent(cache, event.announcement);
      return;
    case "announcement.deleted":
      updateCached<Pages<Announcement>>(cache, keys.announcements(communityId), (pages) =>
        dropItems(pages, (item) => item.id === event.announcementId),
      );
      invalidateEvents(cache, communityId);
      return;
    case "announcement.rsvp":
      changeAnnouncement(cache, event, (cached) => ({ ...cached, answers: event.answers }));
      void cache.invalidateQueries({
        queryKey: keys.eventAttendees(communityId, event.announcementId),
      });
  }
}

/** The event has no answer of the viewer, so the cached one stays. */
function applyContent(cache: QueryClient, told: Announcement): void {
  const { communityId, id } = told;
  changeAnnouncement(cache, { communityId, announcementId: id }, ({ ownAnswer }) => ({
    ...told,
    ownAnswer,
  }));
  updateCached<Pages<Announcement>>(cache, keys.announcements(communityId), (pages) => {
    const cached = pages.pages.flatMap(({ items }) => items).find((item) => item.id === id);
    return insertAnnouncement(pages, { ...told, ownAnswer: cached?.ownAnswer ?? null });
  });
  // Its place in the lists depends on its start, and only the server knows the viewer's answer.
  if (told.startsAt !== null) invalidateEvents(cache, communityId);
}

function invalidateEvents(cache: QueryClient, communityId: string): void {
  void cache.invalidateQueries({ queryKey: keys.communityEvents(communityId) });
  void cache.invalidateQueries({ queryKey: keys.ownEvents });
}
