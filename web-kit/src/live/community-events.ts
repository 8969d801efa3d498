import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../api/keys.ts";
import type { JoinRequest, MemberTimeout } from "../api/types.ts";
import { applyAnnouncementEvent } from "./announcement-events.ts";
import { changeViewer } from "./change-community.ts";
import type { CommunityEvent } from "./events.ts";
import { updateCached } from "./pending-updates.ts";
import { addItem, dropItems, type Pages } from "./reducers.ts";

/** Applies community events to the lists that show the community. */
export function applyCommunityEvent(
  cache: QueryClient,
  event: CommunityEvent,
  viewerId: string | null,
): void {
  const { communityId } = event;
  switch (event.type) {
    case "join-request.created":
      updateCached<Pages<JoinRequest>>(cache, keys.joinRequests(communityId), (pages) =>
        addItem(pages, event.request),
      );
      return;
    case "join-request.handled":
    case "join-request.withdrawn":
      applyRequestDecision(cache, event, viewerId);
      return;
    case "private-code.changed":
      void cache.invalidateQueries({ queryKey: keys.privateCode(communityId) });
      return;
    case "timeout.set":
    case "timeout.lifted":
      applyTimeout(cache, event, viewerId);
      return;
    case "announcement.created":
    case "announcement.updated":
    case "announcement.deleted":
    case "announcement.rsvp":
      applyAnnouncementEvent(cache, event);
  }
}

/** A request was answered or withdrawn: updates the lists of the admins and of the applicant. */
function applyRequestDecision(
  cache: QueryClient,
  event: { communityId: string; requestId: string; userId: string },
  viewerId: string | null,
): void {
  updateCached<Pages<JoinRequest>>(cache, keys.joinRequests(event.communityId), (pages) =>
    dropItems(pages, (item) => item.id === event.requestId),
  );
  if (event.userId !== viewerId) return;
  void cache.invalidateQueries({ queryKey: keys.ownJoinRequests });
  void cache.invalidateQueries({ queryKey: keys.community(event.communityId) });
  void cache.invalidateQueries({ queryKey: keys.communityLists });
}

function applyTimeout(
  cache: QueryClient,
  event: Extract<CommunityEvent, { type: "timeout.set" | "timeout.lifted" }>,
  viewerId: string | null,
): void {
  const { communityId, userId } = event;
  const lifted = event.type === "timeout.lifted";
  if (userId === viewerId) {
    const timeout = lifted ? null : { endDate: event.endDate, reason: event.reason };
    changeViewer(cache, communityId, { timeout });
  }
  if (!lifted) {
    void cache.invalidateQueries({ queryKey: keys.timeouts(communityId) });
    return;
  }
  updateCached<Pages<MemberTimeout>>(cache, keys.timeouts(communityId), (pages) =>
    dropItems(pages, (item) => item.userId === userId),
  );
}
