import { Fragment, type ReactNode } from "react";

export interface MatchedTextProps {
  text: string;
  /** Start and end of each match in order, in Unicode characters. */
  matches: readonly (readonly number[])[];
}

/** A text with the server's matches highlighted. It stays one text for screen readers. */
export function MatchedText({ text, matches }: MatchedTextProps) {
  const characters = Array.from(text);
  const parts: ReactNode[] = [];
  let from = 0;
  for (const [start = 0, end = 0] of matches) {
    if (start < from || end <= start) continue;
    parts.push(
      <Fragment key={from}>{characters.slice(from, start).join("")}</Fragment>,
      <mark key={`${start}-`} className="rounded-xs bg-brand-subtle-2 text-inherit">
        {characters.slice(start, end).join("")}
      </mark>,
    );
    from = end;
  }
  return [...parts, characters.slice(from).join("")];
}
