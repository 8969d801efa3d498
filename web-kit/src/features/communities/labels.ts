import { t } from "@lingui/core/macro";
import type { Community, Visibility } from "../../api/types.ts";
import { roundCount } from "../../ui/short-count.ts";
import { formatMoment } from "../../ui/time.ts";

export const VISIBILITY_LABELS: Record<Visibility, string> = {
  public: t`Public`,
  private: t`Private`,
  affiliations: t`Affiliations`,
};

export function pluralise(value: number, one: string, many: string): string {
  return `${roundCount(value)} ${value === 1 ? one : many}`;
}

export function memberCountLabel(community: Pick<Community, "memberCount">): string {
  return pluralise(community.memberCount, "member", "members");
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** "5 days left" until a scheduled deletion; null if none is scheduled. */
export function daysLeft(community: Community, now: number): string | null {
  const { isPending, scheduledFor } = community.deletionStatus;
  if (!isPending || scheduledFor === null) return null;
  const left = Math.max(0, Math.ceil((Date.parse(scheduledFor) - now) / DAY_MS));
  if (left === 0) return t`Today`;
  return left === 1 ? "1 day left" : t`${left} days left`;
}

/** The second line of a community's row on a phone. */
export function rowSubtitle(community: Community): string {
  if (community.deletionStatus.isPending) return t`Scheduled for deletion`;
  if (community.status === "paused") return t`Not accepting new members`;
  return `${memberCountLabel(community)}, ${VISIBILITY_LABELS[community.visibility].toLowerCase()}`;
}

/** The start of an event, in the future or past tense. */
export function startLabel(startsAt: string, now: number): string {
  const verb = Date.parse(startsAt) > now ? t`Starts` : t`Started`;
  return `${verb} ${formatMoment(startsAt)}`;
}

/** The reason why a non-member can neither join nor request, in the server's order and wording. */
export function closedReason(community: Community): string {
  if (community.status === "paused") {
    return t`This community is currently paused and not accepting new members`;
  }
  const isClosed = community.deletionStatus.isPending || community.visibility === "private";
  if (isClosed || community.affiliations.length === 0) return t`You cannot join this community`;
  return community.requireAllAffiliations
    ? t`This community requires you to have all of its affiliations to join`
    : t`This community requires you to have at least one of its affiliations to join`;
}
