import { plural, t } from "@lingui/core/macro";
import type { Community, Visibility } from "../../api/types.ts";
import { formatList } from "../../language/format.ts";
import { roundCount } from "../../ui/short-count.ts";

export const VISIBILITY_LABELS: Record<Visibility, string> = {
  public: t`Public`,
  private: t`Private`,
  affiliations: t`Affiliations`,
};

export function memberCountLabel({ memberCount }: Pick<Community, "memberCount">): string {
  const count = roundCount(memberCount);
  return plural(memberCount, { one: `${count} member`, other: `${count} members` });
}

/** "12 members, public". */
export function membersAndVisibility(
  community: Pick<Community, "memberCount" | "visibility">,
): string {
  const members = memberCountLabel(community);
  const labels: Record<Visibility, string> = {
    public: t`${members}, public`,
    private: t`${members}, private`,
    affiliations: t`${members}, affiliations`,
  };
  return labels[community.visibility];
}

export function postCountLabel(posts: number): string {
  const count = roundCount(posts);
  return plural(posts, { one: `${count} post`, other: `${count} posts` });
}

export function newPostCountLabel(posts: number): string {
  const count = roundCount(posts);
  return plural(posts, { one: `${count} new post`, other: `${count} new posts` });
}

export function threadCountLabel(threads: number): string {
  const count = roundCount(threads);
  return plural(threads, { one: `${count} thread`, other: `${count} threads` });
}

export function personCountLabel(people: number): string {
  const count = roundCount(people);
  return plural(people, { one: `${count} person`, other: `${count} people` });
}

export function likeCountLabel(likes: number): string {
  const count = roundCount(likes);
  return plural(likes, { one: `${count} like`, other: `${count} likes` });
}

export function replyCountLabel(replies: number): string {
  const count = roundCount(replies);
  return plural(replies, { one: `${count} reply`, other: `${count} replies` });
}

/** The names of the affiliations whose members may join. */
export function affiliationNames({ affiliations }: Pick<Community, "affiliations">): string {
  return formatList(
    affiliations.map(({ name }) => name),
    "unit",
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** "5 days left" until a scheduled deletion; null if none is scheduled. */
export function daysLeft(community: Community, now: number): string | null {
  const { isPending, scheduledFor } = community.deletionStatus;
  if (!isPending || scheduledFor === null) return null;
  const left = Math.max(0, Math.ceil((Date.parse(scheduledFor) - now) / DAY_MS));
  if (left === 0) return t`Today`;
  return plural(left, { one: "# day left", other: "# days left" });
}

/** The second line of a community's row on a phone. */
export function rowSubtitle(community: Community): string {
  if (community.deletionStatus.isPending) return t`Scheduled for deletion`;
  if (community.status === "paused") return t`Not accepting new members`;
  return membersAndVisibility(community);
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
