import { t } from "@lingui/core/macro";
import { stripControls } from "../../content/rules.ts";

/** The draft's text as the server stores it. */
export function toContent(draft: string): string {
  return stripControls(draft).trim();
}

/** A selection in the composer, before or after a formatting button. */
export interface Selection {
  text: string;
  start: number;
  end: number;
}
export type Format = "bold" | "italic" | "code" | "link" | "list" | "numbers" | "quote";

/** Adds the format to the selection, or removes it if the selection already has it. */
export function applyFormat(selection: Selection, format: Format): Selection {
  switch (format) {
    case "bold":
      return mark(selection, "**");
    case "italic":
      return mark(selection, "_");
    case "code":
      return selection.text.slice(selection.start, selection.end).includes("\n")
        ? codeBlock(selection)
        : mark(selection, "`");
    case "link":
      return link(selection);
    case "list":
      return onLines(selection, (lines) => listItems(lines, /^[-*•] /, () => "- "));
    case "numbers":
      return onLines(selection, (lines) => listItems(lines, /^\d+\. /, (at) => `${at + 1}. `));
    case "quote":
      return onLines(selection, quoteLines);
  }
}

/** Changes the lines that the selection touches; selected lines stay selected. */
export function onLines(
  { text, start, end }: Selection,
  change: (lines: readonly string[]) => readonly string[],
): Selection {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  // A selection that ends at the beginning of a line does not touch that line.
  const last = end > start && text[end - 1] === "\n" ? end - 1 : end;
  const next = text.indexOf("\n", last);
  const to = next === -1 ? text.length : next;
  const lines = text.slice(from, to).split("\n");
  const changed = change(lines).join("\n");
  const whole = text.slice(0, from) + changed + text.slice(to);
  if (start !== end) return { text: whole, start: from, end: from + changed.length };
  const caret = Math.max(from, start + changed.length - (to - from));
  return { text: whole, start: caret, end: caret };
}

/** The marks of a quote at the beginning of a line. */
export const QUOTE_MARKS = /^(?:> ?)*/;
const LIST_MARK = /^(?:[-*•]|\d+\.) +/;

function listItems(
  lines: readonly string[],
  marked: RegExp,
  markOf: (at: number) => string,
): string[] {
  const parts = lines.map((line) => {
    const quote = QUOTE_MARKS.exec(line)?.[0] ?? "";
    return { quote, body: line.slice(quote.length) };
  });
  // An empty line between items stays empty; a single empty line begins a list.
  const isItem = ({ body }: { body: string }) => lines.length === 1 || body.trim() !== "";
  const isList = parts.every((part) => !isItem(part) || marked.test(part.body));
  let count = 0;
  return parts.map((part) => {
    const { quote, body } = part;
    if (!isItem(part)) return quote + body;
    const bare = body.replace(LIST_MARK, "");
    return isList ? quote + bare : quote + markOf(count++) + bare;
  });
}

function quoteLines(lines: readonly string[]): string[] {
  if (lines.every((line) => line.startsWith(">"))) {
    return lines.map((line) => line.replace(/^> ?/, ""));
  }
  return lines.map((line) => (line === "" && lines.length > 1 ? ">" : `> ${line}`));
}

/** Puts the sign around the selection. A mark ends on its line, so each line gets its own. */
function mark(selection: Selection, sign: string): Selection {
  const { text, start, end } = withoutOuterSpaces(selection);
  const chosen = text.slice(start, end);
  if (chosen.includes("\n")) return markLines(selection, sign);
  const isAround =
    text.slice(start - sign.length, start) === sign && text.slice(end, end + sign.length) === sign;
  if (isAround) {
    const bare = text.slice(0, start - sign.length) + chosen + text.slice(end + sign.length);
    return { text: bare, start: start - sign.length, end: end - sign.length };
  }
  const inner = isMarked(chosen, sign) ? chosen.slice(sign.length, -sign.length) : null;
  const changed = inner ?? sign + chosen + sign;
  const from = inner === null ? start + sign.length : start;
  return {
    text: text.slice(0, start) + changed + text.slice(end),
    start: from,
    end: from + (inner ?? chosen).length,
  };
}

function markLines({ text, start, end }: Selection, sign: string): Selection {
  const parts = text
    .slice(start, end)
    .split("\n")
    .map((line) => {
      const [before = ""] = /^(?:> ?)*\s*(?:(?:[-*•]|\d+\.) +)?/.exec(line) ?? [];
      const body = line.slice(before.length).trimEnd();
      return { before, body, after: line.slice(before.length + body.length) };
    });
  const areMarked = parts.every(({ body }) => body === "" || isMarked(body, sign));
  const changed = parts
    .map(({ before, body, after }) => {
      if (body === "") return before + after;
      const bare = isMarked(body, sign) ? body.slice(sign.length, -sign.length) : body;
      return before + (areMarked ? bare : sign + bare + sign) + after;
    })
    .join("\n");
  const whole = text.slice(0, start) + changed + text.slice(end);
  return { text: whole, start, end: start + changed.length };
}

function isMarked(text: string, sign: string): boolean {
  return text.length > 2 * sign.length && text.startsWith(sign) && text.endsWith(sign);
}

/** A mark must touch the text inside it. */
function withoutOuterSpaces({ text, start, end }: Selection): Selection {
  const chosen = text.slice(start, end);
  if (chosen.trim() === "") return { text, start, end };
  return {
    text,
    start: start + chosen.length - chosen.trimStart().length,
    end: end - (chosen.length - chosen.trimEnd().length),
  };
}

export const FENCE = "```";

function codeBlock(selection: Selection): Selection {
  return onLines(selection, (lines) => {
    const isBlock = lines.length > 2 && isFence(lines[0]) && isFence(lines.at(-1));
    return isBlock ? lines.slice(1, -1) : [FENCE, ...lines, FENCE];
  });
}

function isFence(line: string | undefined): boolean {
  return line?.startsWith(FENCE) === true;
}

const LINK = /^\[([^\]\n]*)\]\([^)\s]*\)$/;
const IS_ADDRESS = /^https?:\/\/\S+$/i;

function link({ text, start, end }: Selection): Selection {
  const chosen = text.slice(start, end);
  const whole = LINK.exec(chosen)?.[1];
  if (whole !== undefined) return replaced(text, { start, end }, whole);
  const after = text[start - 1] === "[" ? /^\]\([^)\s]*\)/.exec(text.slice(end))?.[0] : undefined;
  if (after !== undefined) {
    return replaced(text, { start: start - 1, end: end + after.length }, chosen);
  }
  const isAddress = IS_ADDRESS.test(chosen);
  const label = chosen === "" || isAddress ? t`link text` : chosen.replaceAll("\n", " ");
  const address = isAddress ? chosen : "https://";
  const next = `${text.slice(0, start)}[${label}](${address})${text.slice(end)}`;
  // The label of an address is still to be written; otherwise the address continues at the caret.
  if (isAddress) return { text: next, start: start + 1, end: start + 1 + label.length };
  const caret = start + label.length + 3 + address.length;
  return { text: next, start: caret, end: caret };
}

function replaced(text: string, { start, end }: { start: number; end: number }, by: string) {
  return { text: text.slice(0, start) + by + text.slice(end), start, end: start + by.length };
}
