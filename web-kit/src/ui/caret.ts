import { flushSync } from "react-dom";

/**
 * Writes into a field and sets the selection synchronously, so that the next key press already uses
 * it.
 */
export function writeAndSelect(
  area: HTMLTextAreaElement,
  write: () => void,
  { start, end }: { start: number; end: number },
): void {
  // The selection can be set only once the new text is in the field.
  flushSync(write);
  area.focus();
  area.setSelectionRange(start, end);
}
