import {
  exceedsLength,
  firstCharacters,
  stripControls,
  TEXT_AREA_MAX,
} from "../../content/rules.ts";
import { type Selection, toContent } from "./markup.ts";

/**
 * The text after a paste that would exceed the limit: the pasted text is cut so that the whole text
 * has `max` characters. Null if everything fits. Never reads more than the beginning of a long text.
 */
export function cutPaste({ text, start, end }: Selection, pasted: string, max: number) {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  const length = before.length + pasted.length + after.length;
  if (length <= max) return null;
  if (length <= TEXT_AREA_MAX && !exceedsLength(toContent(before + pasted + after), max)) {
    return null;
  }
  const room = Math.max(0, max - countUpTo(before + after, max));
  // A line break of Windows is two characters and counts as one.
  const begin = stripControls(pasted.slice(0, 4 * max));
  const fit = firstCharacters(begin, room);
  const caret = start + fit.length;
  return { text: before + fit + after, start: caret, end: caret };
}

/** The number of characters, at most `max`. */
function countUpTo(text: string, max: number): number {
  let count = 0;
  for (const _ of text) {
    count += 1;
    if (count === max) break;
  }
  return count;
}
