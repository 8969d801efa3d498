import { flushSync } from "react-dom";

/**
 * Writes into a field and says what is selected in it from then on: at once, so that the next key
 * that is pressed already finds its place.
 */
export function writeAndSelect(
  area: HTMLTextAreaElement,
  write: () => void,
  { start, end }: { start: number; end: number },
): void {
  // The selection can be set only once the new words are in the field.
  flushSync(write);
  area.focus();
  area.setSelectionRange(start, end);
}
