import { flushSync } from "react-dom";

/**
 * Changes the text of a field and sets the selection synchronously, so that the next key press
 * already uses it. The browser's own undo takes the change back.
 *
 * @param write Stores the text if the browser cannot insert it like typed text.
 */
export function writeAndSelect(
  area: HTMLTextAreaElement,
  write: (text: string) => void,
  { text, start, end }: { text: string; start: number; end: number },
): void {
  area.focus();
  // The selection can be set only once the new text is in the field.
  if (!typeInto(area, text)) flushSync(() => write(text));
  area.setSelectionRange(start, end);
}

/** Replaces the part that differs as if it was typed, which calls the field's `onChange`. */
function typeInto(area: HTMLTextAreaElement, text: string): boolean {
  if (area.value === text) return true;
  const { from, to, inserted } = difference(area.value, text);
  area.setSelectionRange(from, to);
  // Nothing else writes to the undo history; jsdom does not have it.
  const run = Reflect.get(document, "execCommand") as Document["execCommand"] | undefined;
  if (run === undefined) return false;
  if (inserted === "") run.call(document, "delete");
  else run.call(document, "insertText", false, inserted);
  return area.value === text;
}

/** The part of a text to replace, in code units. Both texts are the same before and after it. */
export function difference(before: string, after: string) {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from += 1;
  if (isHighSurrogate(before, from - 1)) from -= 1;
  let same = 0;
  while (same < shorter - from && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  if (same > 0 && isHighSurrogate(before, before.length - same - 1)) same -= 1;
  return { from, to: before.length - same, inserted: after.slice(from, after.length - same) };
}

/** A character must not be cut in two. */
function isHighSurrogate(text: string, at: number): boolean {
  return /[\ud800-\udbff]/.test(text.charAt(at));
}
