import { plural, t } from "@lingui/core/macro";
import { formatList } from "../../language/format.ts";
import type {
  Conversation,
  Message,
  MessageExcerpt,
  Presence,
  Receipt,
} from "../../api/message-types.ts";
import type { Person } from "../../api/types.ts";
import { plainText } from "../../content/markup.ts";
import { formatClock } from "../../language/clock.ts";
import { relativeTime } from "../../ui/time.ts";

export const FORMER_MEMBER = t`Former member`;

type Named = Pick<Conversation, "title" | "participants">;

/** The participants other than the viewer. */
export function othersIn({ participants }: Pick<Conversation, "participants">, viewerId: string) {
  return participants.filter(({ userId }) => userId !== viewerId);
}

/** The other person of a conversation of two; null if the account was deleted. */
export function otherPerson(conversation: Conversation, viewerId: string): Person | null {
  if (conversation.kind !== "direct") return null;
  return othersIn(conversation, viewerId)[0] ?? null;
}

/** The name of a group, or of the other people. */
export function conversationTitle(conversation: Named, viewerId: string): string {
  if (conversation.title !== null && conversation.title !== "") return conversation.title;
  const others = othersIn(conversation, viewerId).map(({ displayName }) => displayName);
  return others.length === 0 ? FORMER_MEMBER : formatList(others, "unit");
}

/** The text of the last message in a list: "You: Sent you the argument". */
export function excerptLine(conversation: Conversation, viewerId: string): string {
  const { lastMessage, participants, kind } = conversation;
  if (lastMessage === null) return t`No messages yet`;
  const isOwn = lastMessage.senderId === viewerId;
  const sender = participants.find(({ userId }) => userId === lastMessage.senderId);
  const name = sender?.firstName ?? FORMER_MEMBER;
  const text = excerptText(lastMessage);
  if (lastMessage.kind === "left") return t`${name} left`;
  if (lastMessage.kind !== "text") return text;
  if (isOwn) return t`You: ${text}`;
  return kind === "group" ? t`${name}: ${text}` : text;
}

export function excerptText({ kind, deleted, excerpt, imageCount }: MessageExcerpt): string {
  if (deleted) return t`Message deleted`;
  if (kind === "added") return t`A person was added`;
  if (kind === "left") return t`A person left`;
  if (kind === "renamed") return t`The group is now called ${excerpt}`;
  if (excerpt !== "") return plainText(excerpt);
  if (imageCount <= 1) return t`Picture`;
  return plural(imageCount, { one: "# picture", other: "# pictures" });
}

/** The text of a group's system message. */
export function systemText(message: Message, participants: readonly Person[], viewerId: string) {
  const isOwn = message.senderId === viewerId;
  const name = message.sender.displayName;
  if (message.kind === "left") return isOwn ? t`You left the group` : t`${name} left the group`;
  if (message.kind === "renamed") {
    const title = message.content;
    return isOwn ? t`You renamed the group to ${title}` : t`${name} renamed the group to ${title}`;
  }
  if (message.subjectId === viewerId) return t`${name} added you`;
  const added = participants.find(({ userId }) => userId === message.subjectId)?.displayName;
  if (added !== undefined) return isOwn ? t`You added ${added}` : t`${name} added ${added}`;
  return isOwn ? t`You added a former participant` : t`${name} added a former participant`;
}

/** "Online" or "Active 2 minutes ago"; null if unknown. */
export function presenceLabel(presence: Presence | undefined, now: number): string | null {
  if (presence === undefined) return null;
  if (presence.online) return t`Online`;
  if (presence.lastActiveAt === null) return null;
  const time = relativeTime(presence.lastActiveAt, now);
  return t`Active ${time}`;
}

/** "Kwame is typing", "Kwame and Priya are typing", "3 people are typing". */
export function typingLabel(userIds: readonly string[], people: readonly Person[]): string {
  const names = userIds.map(
    (id) => people.find(({ userId }) => userId === id)?.firstName ?? t`Someone`,
  );
  const [name, other] = names;
  if (name === undefined) return "";
  if (other === undefined) return t`${name} is typing`;
  if (names.length === 2) return t`${name} and ${other} are typing`;
  const count = names.length;
  return plural(count, { one: "# person is typing", other: "# people are typing" });
}

/**
 * The receipts below the viewer's own messages by message id, such as "Seen 08:44": the latest that
 * was seen, and the latest that was delivered if it is a later one.
 */
export function receiptLabels(
  own: readonly Message[],
  conversation: Pick<Conversation, "kind" | "participants">,
  receipts: readonly Receipt[],
): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  const [seen, delivered] = [latest(receipts, "seenAt"), latest(receipts, "deliveredAt")];
  const lastSeen = own.findLast((one) => isReached(one, seen));
  const lastDelivered = own.findLast((one) => isReached(one, delivered));
  if (lastDelivered !== undefined) labels.set(lastDelivered.id, t`Delivered`);
  if (lastSeen === undefined) return labels;
  const readers = receipts.filter((one) => isReached(lastSeen, one.seenAt ?? null));
  labels.set(lastSeen.id, seenLabel(readers, conversation));
  if (lastDelivered !== undefined && lastDelivered.timestamp < lastSeen.timestamp) {
    labels.delete(lastDelivered.id);
  }
  return labels;
}

function seenLabel(
  readers: readonly Receipt[],
  { kind, participants }: Pick<Conversation, "kind" | "participants">,
): string {
  if (kind === "direct") {
    const time = formatClock(Date.parse(readers[0]?.seenAt ?? ""));
    return t`Seen ${time}`;
  }
  const names = readers.flatMap(
    ({ userId }) => participants.find((one) => one.userId === userId)?.firstName ?? [],
  );
  const count = names.length;
  if (count > 3) return plural(count, { one: "Seen by #", other: "Seen by #" });
  const readerNames = formatList(names, "unit");
  return t`Seen by ${readerNames}`;
}

function latest(receipts: readonly Receipt[], field: "seenAt" | "deliveredAt"): string | null {
  const times = receipts.flatMap((one) => one[field] ?? []);
  return times.length === 0 ? null : times.reduce((one, other) => (one > other ? one : other));
}

function isReached({ timestamp }: Message, at: string | null): boolean {
  return at !== null && Date.parse(timestamp) <= Date.parse(at);
}
