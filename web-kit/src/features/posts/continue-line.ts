import { FENCE, QUOTE_MARKS, type Selection } from "./markup.ts";

/**
 * A line break in a list or a quote: the next line begins like this one, and an empty item ends the
 * list or the quote. Null where a line break needs no help.
 */
export function continueLine({ text, start, end }: Selection): Selection | null {
  if (start !== end) return null;
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const next = text.indexOf("\n", start);
  const to = next === -1 ? text.length : next;
  const line = text.slice(from, to);
  const quote = QUOTE_MARKS.exec(line)?.[0] ?? "";
  const marker = /^[ \t]*(?:[-*•]|\d{1,9}\.)[ \t]+/.exec(line.slice(quote.length))?.[0] ?? "";
  const begin = quote + marker;
  if (begin === "" || start < from + begin.length || isInCode(text.slice(0, from))) return null;
  if (line.slice(begin.length).trim() === "") {
    const rest = marker === "" ? "" : quote;
    const caret = from + rest.length;
    return { text: text.slice(0, from) + rest + text.slice(to), start: caret, end: caret };
  }
  const added = `\n${quote}${nextMarker(marker)}`;
  const caret = start + added.length;
  return { text: text.slice(0, start) + added + text.slice(start), start: caret, end: caret };
}

function nextMarker(marker: string): string {
  return marker.replace(/\d+/, (number) => String(Number(number) + 1));
}

/** True if a code block before the line is not closed. */
function isInCode(before: string): boolean {
  const fences = before
    .split("\n")
    .filter((line) => line.replace(QUOTE_MARKS, "").startsWith(FENCE));
  return fences.length % 2 === 1;
}
