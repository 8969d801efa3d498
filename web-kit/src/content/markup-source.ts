/**
 * The source text of parsed markup, with its code replaced, by the server's rules
 * (`tenant-runtime/src/content/markup_source.rs`).
 */
import { isBlock, parse, type TextSegment } from "./markup.ts";

/**
 * Replaces the parts of the source text of code: the backticks before and after it, or the whole
 * line of a fence, and its content.
 */
export interface CodeReplacement {
  delimiter: (text: string) => string;
  content: (text: string) => string;
}

/** The source text of these pieces, of which parsing keeps every character. */
export function sourceOf(pieces: readonly TextSegment[], code: CodeReplacement): string {
  let text = "";
  pieces.forEach((piece, at) => {
    const previous = pieces[at - 1];
    if (previous !== undefined && (isBlock(previous) || isBlock(piece))) text += "\n";
    text += sourceOfPiece(piece, code);
  });
  return text;
}

function sourceOfPiece(piece: TextSegment, code: CodeReplacement): string {
  switch (piece.kind) {
    case "text":
    case "address":
      return piece.text;
    case "bold":
      return `**${sourceOf(piece.pieces, code)}**`;
    case "italic":
      return `_${sourceOf(piece.pieces, code)}_`;
    case "link":
      return `[${sourceOf(piece.pieces, code)}](${piece.address})`;
    case "code": {
      const delimiter = code.delimiter(piece.delimiter);
      return delimiter + code.content(piece.text) + delimiter;
    }
    case "list":
    case "orderedList":
      return piece.items.map((item) => item.marker + sourceOf(item.pieces, code)).join("\n");
    case "codeBlock": {
      const closing = piece.closing === null ? [] : [code.delimiter(piece.closing)];
      const lines = [code.delimiter(piece.opening), ...piece.lines.map(code.content), ...closing];
      return lines.join("\n");
    }
    case "quote": {
      const lines = sourceOf(piece.pieces, code).split("\n");
      return piece.prefixes.map((prefix, at) => prefix + (lines[at] ?? "")).join("\n");
    }
  }
}

/** A text whose code has spaces instead of its backticks; all else keeps its position. */
export function withoutCodeDelimiters(text: string): string {
  // Most texts have no code.
  if (!text.includes("`")) return text;
  return sourceOf(parse(text), {
    delimiter: (line) => line.replaceAll("`", " "),
    content: (line) => line,
  });
}
