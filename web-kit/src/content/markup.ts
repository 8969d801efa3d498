/**
 * Parses typed text: quotes, code blocks and lists, and on one line `**bold**`, `_italic_`, code,
 * `[text](address)` and bare URLs. Everything else is literal text, including `<` and `&`: typed
 * text is never HTML. The server uses the same rules (`tenant-runtime/src/content/markup.rs`).
 */
import { addressEnd } from "./address.ts";
import { parseInline, type InlineSegment } from "./inline-markup.ts";

export type TextSegment =
  | InlineSegment
  | { kind: "list" | "orderedList"; items: Item[] }
  | CodeBlock
  | Quote;

export interface Item {
  /** The dash or number with the surrounding spaces, as typed. */
  marker: string;
  pieces: InlineSegment[];
}

export interface CodeBlock {
  kind: "codeBlock";
  /** The first line, as typed. */
  opening: string;
  lines: string[];
  /** The last line, as typed; null if the text ends before. */
  closing: string | null;
}

export interface Quote {
  kind: "quote";
  /** The `>` of each line with the space after it, as typed. */
  prefixes: string[];
  pieces: TextSegment[];
}

/** A quote inside a quote is one as well; lines inside that one stay text. */
const QUOTE_DEPTH_MAX = 2;
const QUOTE = /^> ?/;
const BULLET = /^\p{White_Space}*[-*•]\p{White_Space}+(?=\P{White_Space})/u;
/** At most three digits, so that a year is not one. */
const NUMBER = /^\p{White_Space}*(?:0|[1-9][0-9]{0,2})\.\p{White_Space}+(?=\P{White_Space})/u;
const CODE_OPENING = /^\p{White_Space}*```[A-Za-z0-9+#._-]{0,30}\p{White_Space}*$/u;
const CODE_CLOSING = /^\p{White_Space}*```\p{White_Space}*$/u;

/** Parses a text. Line breaks around a block belong to neither neighbour. */
export function parse(text: string): TextSegment[] {
  return parseBlocks(text.split("\n"), 0);
}

function parseBlocks(lines: readonly string[], depth: number): TextSegment[] {
  const pieces: TextSegment[] = [];
  /** The lines since the last block. */
  let run: string[] = [];
  const closeRun = () => {
    if (run.length === 0) return;
    const words = parseInline(run.join("\n"));
    // An empty line between two blocks separates them.
    pieces.push(...(words.length === 0 ? [{ kind: "text" as const, text: "" }] : words));
    run = [];
  };
  for (let at = 0; at < lines.length;) {
    const block = blockAt(lines, at, depth);
    if (block === null) {
      run.push(lines[at] ?? "");
      at += 1;
    } else {
      closeRun();
      pieces.push(block.piece);
      at = block.end;
    }
  }
  closeRun();
  return pieces;
}

interface Block {
  piece: TextSegment;
  /** The number of the line after it. */
  end: number;
}

function blockAt(lines: readonly string[], at: number, depth: number): Block | null {
  const first = lines[at] ?? "";
  if (CODE_OPENING.test(first)) return codeBlock(lines, at);
  if (depth < QUOTE_DEPTH_MAX && QUOTE.test(first)) {
    const quoted = markedLines(lines, at, QUOTE);
    const prefixes = quoted.map(({ marker }) => marker);
    const inner = quoted.map(({ words }) => words);
    const pieces = parseBlocks(inner, depth + 1);
    return { piece: { kind: "quote", prefixes, pieces }, end: at + quoted.length };
  }
  return listAt(lines, at, "list", BULLET) ?? listAt(lines, at, "orderedList", NUMBER);
}

function codeBlock(lines: readonly string[], at: number): Block {
  let end = at + 1;
  while (end < lines.length && !CODE_CLOSING.test(lines[end] ?? "")) end += 1;
  const closing = lines[end] ?? null;
  const content = lines.slice(at + 1, end);
  return {
    piece: { kind: "codeBlock", opening: lines[at] ?? "", lines: content, closing },
    end: closing === null ? end : end + 1,
  };
}

function listAt(
  lines: readonly string[],
  at: number,
  kind: "list" | "orderedList",
  marker: RegExp,
): Block | null {
  const marked = markedLines(lines, at, marker);
  if (marked.length === 0) return null;
  const items = marked.map((line) => ({ marker: line.marker, pieces: parseInline(line.words) }));
  return { piece: { kind, items }, end: at + marked.length };
}

/** The lines from `at` that begin with a marker, split after it. */
function markedLines(lines: readonly string[], at: number, marker: RegExp) {
  const marked: { marker: string; words: string }[] = [];
  for (let line = lines[at]; line !== undefined; line = lines[at + marked.length]) {
    const found = marker.exec(line)?.[0];
    if (found === undefined) break;
    marked.push({ marker: found, words: line.slice(found.length) });
  }
  return marked;
}

/** True if a piece consists of whole lines. */
export function isBlock(piece: TextSegment): boolean {
  return "items" in piece || piece.kind === "codeBlock" || piece.kind === "quote";
}

/** Finds only the bare URLs of a text whose markup is already parsed. */
export function addressesIn(text: string): TextSegment[] {
  const pieces: TextSegment[] = [];
  let from = 0;
  for (const { index } of text.matchAll(/https?:\/\//gi)) {
    if (index < from) continue;
    const end = addressEnd(text, index, text.slice(from, index).slice(-1));
    if (end === null) continue;
    if (from < index) pieces.push({ kind: "text", text: text.slice(from, index) });
    pieces.push({ kind: "address", text: text.slice(index, end) });
    from = end;
  }
  if (from < text.length) pieces.push({ kind: "text", text: text.slice(from) });
  return pieces;
}

/** The visible text on one line, without markup and without URLs of labelled links. */
export function plainText(text: string): string {
  return textOf(parse(text))
    .split(/\p{White_Space}+/u)
    .filter((word) => word !== "")
    .join(" ");
}

function textOf(pieces: readonly TextSegment[]): string {
  return pieces.map((piece) => textOfPiece(piece)).join("");
}

function textOfPiece(piece: TextSegment): string {
  if ("text" in piece) return piece.text;
  switch (piece.kind) {
    case "list":
      return `\n${piece.items.map((item) => textOf(item.pieces)).join("\n")}\n`;
    case "orderedList":
      return `\n${piece.items.map((item) => item.marker + textOf(item.pieces)).join("\n")}\n`;
    case "codeBlock":
      return `\n${piece.lines.join("\n")}\n`;
    case "quote":
      return `\n${textOf(piece.pieces)}\n`;
    default:
      return textOf(piece.pieces);
  }
}
