import { hasPassed } from "../../api/server-clock.ts";
import type { Community } from "../../api/types.ts";

/** Whether the viewer may write here now: members do, unless they are timed out. */
export function mayWrite({ viewer }: Community): boolean {
  const timedOut = viewer.timeout !== null && !hasPassed(viewer.timeout.endDate);
  return viewer.isMember && !timedOut;
}

export function newArticlePath(communityId: string): string {
  return `/articles/new?community=${communityId}`;
}

/** A community's Insights. */
export function insightsPath(communityId: string): string {
  return `/communities/${communityId}/insights`;
}
