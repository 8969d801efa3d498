import type { StaffCommunity } from "@guildhall/web-kit/api/staff-types.ts";
import { membersWords, VISIBILITY_WORDS } from "@guildhall/web-kit/features/communities/words.ts";

/** A community's type, visibility and number of members. */
export function aboutCommunity(community: StaffCommunity): string {
  const kind = community.groupType === "trust-circle" ? "Trust circle" : "Community";
  return `${kind} · ${VISIBILITY_WORDS[community.visibility]} · ${membersWords(community)}`;
}

export const pauseLabel = ({ status }: StaffCommunity) =>
  status === "paused" ? "Lift the pause" : "Pause";
