import { hasPassed } from "../../api/server-clock.ts";
import type { Community } from "../../api/types.ts";

/** True if the viewer may write now: a member without a timeout. */
export function mayWrite({ viewer }: Community): boolean {
  const timedOut = viewer.timeout !== null && !hasPassed(viewer.timeout.endDate);
  return viewer.isMember && !timedOut;
}

export function newArticlePath(communityId: string): string {
  return `/articles/new?community=${communityId}`;
}

export function insightsPath(communityId: string): string {
  return `/communities/${communityId}/insights`;
}
