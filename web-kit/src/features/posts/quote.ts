import { countCharacters } from "../../content/rules.ts";
import { toContent } from "./markup.ts";

/** The source of a quotation. */
export interface QuoteSource {
  /** Name of the author. */
  name: string;
  /** Absolute address of the post; null for a message. */
  address: string | null;
}

/** The text as quoted lines, each after a `>`. */
export function quotedLines(text: string): string {
  return text
    .trim()
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

/**
 * A draft with a quotation at its end, and an empty line to continue on. The quotation begins with
 * its source, which is a link as long as the draft has at most `max` characters.
 */
export function withQuote(draft: string, text: string, source: QuoteSource, max: number): string {
  const linked = joined(draft, text, linkedCaption(source));
  const fits = countCharacters(toContent(linked)) <= max;
  return fits ? linked : joined(draft, text, plainCaption(source));
}

function joined(draft: string, text: string, caption: string): string {
  const before = draft === "" || draft.endsWith("\n") ? draft : `${draft}\n`;
  // Two quotations without a line between them would be one.
  const between = /(?:^|\n)>.*\n$/.test(before) ? "\n" : "";
  return `${before}${between}${quotedLines(`${caption}\n${text.trim()}`)}\n`;
}

function linkedCaption(source: QuoteSource): string {
  if (source.address === null) return plainCaption(source);
  return `[${labelOf(source)}](${source.address}):`;
}

function plainCaption(source: QuoteSource): string {
  return `${labelOf(source)}:`;
}

/** A name without the characters that would end the link. */
function labelOf({ name }: QuoteSource): string {
  return name.replaceAll(/[\s[\]]+/g, " ").trim();
}

/** Elements with the text of a post or message. */
const TEXT = ".rich-text";

/** A row of a feed, and the text that is selected in it. */
export interface SelectedText {
  rowId: string;
  text: string;
  range: Range;
}

/** The selected text, if it is within the text of one post or message. */
export function selectedText(): SelectedText | null {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const { commonAncestorContainer: within } = range;
  const element = within instanceof Element ? within : within.parentElement;
  const row = element?.closest<HTMLElement>('[role="feed"] [data-roving]');
  const rowId = row?.dataset["roving"];
  const text = selection.toString().trim();
  const isInText = element?.closest(TEXT) !== null || isOneText(row ?? null, range);
  return rowId === undefined || text === "" || !isInText ? null : { rowId, text, range };
}

/** True if the selection ends just after the text, as that of a whole paragraph does. */
function isOneText(row: HTMLElement | null, range: Range): boolean {
  const text = row?.querySelector(TEXT) ?? null;
  return text !== null && text.contains(range.startContainer) && range.endOffset === 0;
}

/** The text that is selected in a row; without a selection the whole text. */
export function quotedText(rowId: string, content: string): string {
  const selected = selectedText();
  return selected?.rowId === rowId ? selected.text : content;
}
