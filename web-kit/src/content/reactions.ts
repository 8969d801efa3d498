import type { PostReaction } from "../api/types.ts";

/** Reactions to posts and messages. The server accepts these emoji only. */
export const REACTIONS = ["👍", "❤️", "😂", "😮", "😢", "🙏"] as const;

/** The reactions to a post after the viewer has added theirs or removed it. */
export function withReactionToggled(
  reactions: readonly PostReaction[],
  emoji: string,
  viewerId: string,
): PostReaction[] {
  const found = reactions.find((one) => one.emoji === emoji);
  if (found === undefined) {
    return [...reactions, { emoji, userIds: [viewerId], count: 1, mine: true }];
  }
  const others = found.userIds.filter((id) => id !== viewerId);
  const mine = !found.mine;
  const changed = {
    emoji,
    userIds: mine ? [...others, viewerId] : others,
    count: found.count + (mine ? 1 : -1),
    mine,
  };
  return reactions.map((one) => (one === found ? changed : one)).filter(({ count }) => count > 0);
}

/** True if the viewer has reacted with the emoji. */
export function hasReacted(reactions: readonly PostReaction[], emoji: string): boolean {
  return reactions.some((one) => one.emoji === emoji && one.mine);
}

/** A change by one member. The counts are those of all emoji after it. */
export interface ReactionChange {
  reactions: readonly Pick<PostReaction, "emoji" | "count">[];
  /** Missing if reactions of a deleted account were removed. */
  userId?: string | undefined;
  emoji?: string | undefined;
  added?: boolean | undefined;
}

/** The reactions to a post after a change that the live stream reported. */
export function withReactionChange(
  before: readonly PostReaction[],
  change: ReactionChange,
  viewerId: string | null,
): PostReaction[] {
  const { userId, added = false } = change;
  return change.reactions.map(({ emoji, count }) => {
    const found = before.find((one) => one.emoji === emoji);
    const { userIds = [], mine = false } = found ?? {};
    if (userId === undefined || emoji !== change.emoji) return { emoji, userIds, count, mine };
    const others = userIds.filter((id) => id !== userId);
    return {
      emoji,
      userIds: added ? [...others, userId] : others,
      count,
      mine: userId === viewerId ? added : mine,
    };
  });
}
