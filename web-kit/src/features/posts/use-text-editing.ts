import { type ClipboardEvent, type KeyboardEvent, type RefObject, useState } from "react";
import { writeAndSelect } from "../../ui/caret.ts";
import { continueLine } from "./continue-line.ts";
import { formatOfKey } from "./format-toolbar.tsx";
import { applyFormat, type Format, type Selection } from "./markup.ts";
import { cutPaste } from "./paste-text.ts";

export interface TextEditingOptions {
  areaRef: RefObject<HTMLTextAreaElement | null>;
  text: string;
  /** Maximum characters; a longer pasted text is cut. */
  max: number;
  write: (text: string) => void;
}

/** A pasted text that was cut, until the text changes. */
export interface CutText {
  max: number;
  /** Restores the text before the paste. */
  undo: () => void;
}

export interface TextEditing {
  format: (format: Format) => void;
  /** Returns true if the key formatted the text or continued a list. */
  onKeyDown: (event: KeyboardEvent) => boolean;
  onPaste: (event: ClipboardEvent) => void;
  cut: CutText | null;
}

/** Formatting, continued lists and cut pastes in the text area of a composer. */
export function useTextEditing({ areaRef, text, max, write }: TextEditingOptions): TextEditing {
  const [cut, setCut] = useState<{ before: Selection; after: string; max: number } | null>(null);
  const change = (next: Selection) => {
    if (areaRef.current !== null) writeAndSelect(areaRef.current, write, next);
  };
  const selection = (): Selection | null => {
    const area = areaRef.current;
    return area && { text: area.value, start: area.selectionStart, end: area.selectionEnd };
  };
  const format = (chosen: Format) => {
    const now = selection();
    if (now !== null) change(applyFormat(now, chosen));
  };
  return {
    format,
    onKeyDown: (event) => {
      if (event.nativeEvent.isComposing) return false;
      const chosen = formatOfKey(event);
      const now = selection();
      const isLineBreak = event.key === "Enter" && !event.ctrlKey && !event.metaKey;
      const continued = isLineBreak && !event.altKey && now !== null ? continueLine(now) : null;
      if (chosen === null && continued === null) return false;
      event.preventDefault();
      // Ctrl+K would open the search.
      event.stopPropagation();
      if (chosen !== null) format(chosen);
      else if (continued !== null) change(continued);
      return true;
    },
    onPaste: (event) => {
      const before = selection();
      const next = before && cutPaste(before, event.clipboardData.getData("text/plain"), max);
      if (before === null || next === null) return;
      event.preventDefault();
      change(next);
      setCut({ before, after: next.text, max });
    },
    cut: cut?.after === text ? { max: cut.max, undo: () => change(cut.before) } : null,
  };
}
