import { flushSync } from "react-dom";
import type { Post } from "../../api/types.ts";

/**
 * The text as quoted lines, each after a `>`. To the server they are plain text: its markup has no
 * quotes.
 */
export function quotedLines(text: string): string {
  return text
    .trim()
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

/** A draft with a quotation at its end, and an empty line to continue on. */
export function withQuote(draft: string, text: string): string {
  const before = draft === "" || draft.endsWith("\n") ? draft : `${draft}\n`;
  return `${before}${quotedLines(text)}\n`;
}

/** The text that is selected in a post; without a selection the whole post. */
export function quotedText(post: Post): string {
  const selection = getSelection();
  const article = document.getElementById(`post-${post.id}`);
  const isInPost =
    article !== null &&
    article.contains(selection?.anchorNode ?? null) &&
    article.contains(selection?.focusNode ?? null);
  const selected = isInPost ? (selection?.toString().trim() ?? "") : "";
  return selected === "" ? post.content : selected;
}

/** Writes into a text area and places the caret at its end. */
export function writeAtEnd(area: HTMLTextAreaElement | null, write: () => void): void {
  // The caret can be placed only once the text is in the field.
  flushSync(write);
  area?.focus();
  area?.setSelectionRange(area.value.length, area.value.length);
}
