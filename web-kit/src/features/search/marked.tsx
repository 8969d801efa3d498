import { Fragment } from "react";
import { partsOf } from "./words.ts";

/** A text with the search terms highlighted. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  let from = 0;
  return partsOf(text, words).map((part) => {
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
