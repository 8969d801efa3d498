import { t } from "@lingui/core/macro";
import type { StaffCommunity } from "@guildhall/web-kit/api/staff-types.ts";
import {
  memberCountLabel,
  VISIBILITY_LABELS,
} from "@guildhall/web-kit/features/communities/labels.ts";

/** A community's type, visibility and number of members. */
export function communitySummary(community: StaffCommunity): string {
  const kind = community.groupType === "trust-circle" ? t`Trust circle` : t`Community`;
  return `${kind} · ${VISIBILITY_LABELS[community.visibility]} · ${memberCountLabel(community)}`;
}

export const pauseLabel = ({ status }: StaffCommunity) =>
  status === "paused" ? t`Lift the pause` : t`Pause`;
