import type { CommunityMember } from "../../api/types.ts";

/** A handle after an `@` that does not follow a word character, as the server parses it. */
export const MENTION = /(?<![\p{L}\p{N}_@.+/-])@([A-Za-z0-9][A-Za-z0-9._-]*)/gu;

/**
 * The handle, in lower case, that the word after an `@` names: the longest one, since dots may
 * belong to the handle or to the sentence.
 */
export function resolveHandle(word: string, handles: ReadonlySet<string>): string | null {
  const typed = word.toLowerCase();
  const shortest = typed.replace(/\.+$/, "").length;
  for (let length = Math.min(typed.length, HANDLE_CHARS_MAX); length >= shortest; length -= 1) {
    const handle = typed.slice(0, length);
    if (length >= HANDLE_CHARS_MIN && handles.has(handle)) return handle;
  }
  return null;
}

/** The part of a handle directly before the caret. */
const PARTIAL_MENTION = /(?<![\p{L}\p{N}_@.+/-])@([A-Za-z0-9._-]{0,30})$/u;

const OFFERED_MAX = 6;
const HANDLE_CHARS_MIN = 3;
const HANDLE_CHARS_MAX = 30;

export interface PartialMention {
  /** Position of its `@`. */
  start: number;
  typed: string;
}

export function findPartialMention(text: string, caret: number): PartialMention | null {
  const found = PARTIAL_MENTION.exec(text.slice(0, caret));
  return found === null ? null : { start: found.index, typed: found[1] ?? "" };
}

/** Members whose handle or name begins with the typed text, matching handles first. */
export function suggestMembers(
  members: readonly CommunityMember[],
  typed: string,
  viewerId: string,
): CommunityMember[] {
  const begin = typed.toLowerCase();
  const named = members.filter((member) => member.handle !== null && member.userId !== viewerId);
  const byHandle = (member: CommunityMember) =>
    member.handle?.toLowerCase().startsWith(begin) === true;
  const byName = (member: CommunityMember) =>
    member.displayName
      .toLowerCase()
      .split(/\s+/)
      .some((word) => word.startsWith(begin));
  return [
    ...named.filter(byHandle),
    ...named.filter((member) => !byHandle(member) && byName(member)),
  ].slice(0, OFFERED_MAX);
}

/** The text with the completed handle, and the new caret position. */
export function completeMention(
  text: string,
  caret: number,
  begun: PartialMention,
  handle: string,
) {
  const before = `${text.slice(0, begun.start)}@${handle} `;
  return { text: before + text.slice(caret).replace(/^ /, ""), caret: before.length };
}
