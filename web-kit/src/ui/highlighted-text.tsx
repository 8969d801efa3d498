import { Fragment } from "react";
import { highlightParts } from "../content/terms.ts";

/** A text with the search terms highlighted. */
export function HighlightedText({ text, words }: { text: string; words: readonly string[] }) {
  let from = 0;
  return highlightParts(text, words).map((part) => {
    const key = from;
    from += part.text.length;
    return part.found ? (
      <mark key={key} className="rounded-xs bg-brand-subtle-2 text-inherit">
        {part.text}
      </mark>
    ) : (
      <Fragment key={key}>{part.text}</Fragment>
    );
  });
}
