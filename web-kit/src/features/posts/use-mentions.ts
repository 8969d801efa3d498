import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type RefObject, useId, useState } from "react";
import { writeAndSelect } from "../../ui/caret.ts";
import type { CommunityMember } from "../../api/types.ts";
import { memberSearchQuery } from "../communities/queries.ts";
import { findPartialMention, completeMention, suggestMembers } from "./mention.ts";

export interface MentionsOptions {
  /** The community whose members are suggested; without it none are. */
  communityId: string | undefined;
  viewerId: string;
  text: string;
  write: (text: string) => void;
  areaRef: RefObject<HTMLTextAreaElement | null>;
}

export interface Mentions {
  people: readonly CommunityMember[];
  /** Index of the suggestion that Enter accepts. */
  active: number;
  listId: string;
  optionId: (at: number) => string;
  choose: (member: CommunityMember) => void;
  point: (at: number) => void;
  onCaret: () => void;
  onLeave: () => void;
  /** Returns true if the list handled the key. */
  onKeyDown: (event: KeyboardEvent) => boolean;
}

/** Suggests members while a name is typed after an `@`. */
export function useMentions(options: MentionsOptions): Mentions {
  const { communityId, viewerId, text, write, areaRef } = options;
  const listId = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const begun = caret === null ? null : findPartialMention(text, caret);
  const isOpen = communityId !== undefined && begun !== null && begun.start !== dismissed;
  const members = useQuery({
    ...memberSearchQuery(communityId ?? "", begun?.typed.toLowerCase() ?? ""),
    enabled: isOpen,
    // Keeps the previous suggestions while the next ones load.
    placeholderData: keepPreviousData,
  });
  const people = isOpen ? suggestMembers(members.data?.items ?? [], begun.typed, viewerId) : [];
  const onCaret = () => {
    const area = areaRef.current;
    const at =
      area !== null && area.selectionStart === area.selectionEnd ? area.selectionEnd : null;
    if (at === caret) return;
    setCaret(at);
    setActive(0);
    if (at === null || findPartialMention(area?.value ?? "", at)?.start !== dismissed)
      setDismissed(null);
  };
  const choose = (member: CommunityMember) => {
    if (begun === null || caret === null || member.handle === null) return;
    const next = completeMention(text, caret, begun, member.handle);
    setCaret(null);
    const area = areaRef.current;
    const after = { text: next.text, start: next.caret, end: next.caret };
    if (area !== null) writeAndSelect(area, write, after);
  };
  const at = Math.min(active, people.length - 1);
  return {
    people,
    active: at,
    listId,
    optionId: (index) => `${listId}-${index}`,
    choose,
    point: setActive,
    onCaret,
    onLeave: () => setCaret(null),
    onKeyDown: (event) => {
      const chosen = people[at];
      if (chosen === undefined || event.nativeEvent.isComposing) return false;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
      if (event.key === "ArrowDown") setActive((at + 1) % people.length);
      else if (event.key === "ArrowUp") setActive((at + people.length - 1) % people.length);
      else if (event.key === "Enter" || event.key === "Tab") choose(chosen);
      else if (event.key === "Escape") setDismissed(begun?.start ?? null);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}
