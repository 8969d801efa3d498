import type { MessageReaction } from "../api/message-types.ts";

/** Reactions to posts and messages. The server accepts these emoji only. */
export const REACTIONS = ["👍", "❤️", "😂", "😮", "😢", "🙏"] as const;

/** The reactions after this person has added theirs or removed it. Applying it twice undoes it. */
export function withReactionToggled(
  reactions: readonly MessageReaction[],
  emoji: string,
  userId: string,
): MessageReaction[] {
  const found = reactions.find((one) => one.emoji === emoji);
  if (found === undefined) return [...reactions, { emoji, userIds: [userId] }];
  const userIds = found.userIds.includes(userId)
    ? found.userIds.filter((id) => id !== userId)
    : [...found.userIds, userId];
  return reactions
    .map((one) => (one.emoji === emoji ? { emoji, userIds } : one))
    .filter((one) => one.userIds.length > 0);
}

/** True if this person has reacted with the emoji. */
export function hasReacted(
  reactions: readonly MessageReaction[],
  emoji: string,
  userId: string,
): boolean {
  return reactions.some((one) => one.emoji === emoji && one.userIds.includes(userId));
}
