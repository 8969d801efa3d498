/**
 * Parses the markup within lines: bold, italics, code, links and URLs. Code comes first: nothing
 * inside it is markup, and no mark inside it ends markup that begins before it. The server uses the
 * same rules (`tenant-runtime/src/content/inline_markup.rs`).
 */
import { addressEnd, characterAt, linkTargetEnd } from "./address.ts";

export type InlineSegment =
  | { kind: "text" | "address"; text: string }
  | { kind: "bold" | "italic"; pieces: InlineSegment[] }
  | { kind: "link"; address: string; pieces: InlineSegment[] }
  | InlineCode;

export interface InlineCode {
  kind: "code";
  /** One to three backticks. */
  delimiter: string;
  text: string;
}

/** The enclosing markup: none can be nested in itself. */
interface ParseContext {
  bold: boolean;
  italic: boolean;
  link: boolean;
}

const NO_CONTEXT: ParseContext = { bold: false, italic: false, link: false };
/** Maximum backticks of a delimiter of code. */
const DELIMITER_MAX = 3;

/** Parses the text of one or more lines. No markup spans lines. */
export function parseInline(text: string): InlineSegment[] {
  return parseWithin(text, NO_CONTEXT);
}

function parseWithin(text: string, within: ParseContext): InlineSegment[] {
  return new InlineParser(text, within).read();
}

interface Match {
  piece: InlineSegment;
  end: number;
}

class InlineParser {
  readonly #text: string;
  readonly #within: ParseContext;
  /** Start of the text that belongs to no piece yet. */
  #from = 0;
  /** A `]` that no URL follows: a `[` before it cannot begin a link. */
  #unusableBracket = -1;

  constructor(text: string, within: ParseContext) {
    this.#text = text;
    this.#within = within;
  }

  read(): InlineSegment[] {
    const pieces: InlineSegment[] = [];
    const flush = (to: number) => {
      if (this.#from < to) pieces.push({ kind: "text", text: this.#text.slice(this.#from, to) });
    };
    for (let at = 0; at < this.#text.length;) {
      const found = this.#markAt(at);
      if (found === null) at += Math.max(1, backticksAt(this.#text, at));
      else {
        flush(at);
        pieces.push(found.piece);
        at = found.end;
        this.#from = at;
      }
    }
    flush(this.#text.length);
    return pieces;
  }

  #markAt(at: number): Match | null {
    switch (this.#text[at]) {
      case "`":
        return this.#code(at);
      case "[":
        return this.#within.link ? null : this.#link(at);
      case "h":
      case "H":
        return this.#within.link ? null : this.#address(at);
      case "*":
        return this.#within.bold ? null : this.#bold(at);
      case "_":
        return this.#within.italic ? null : this.#italic(at);
      default:
        return null;
    }
  }

  #code(at: number): Match | null {
    const close = codeClose(this.#text, at);
    if (close === null) return null;
    const delimiter = "`".repeat(backticksAt(this.#text, at));
    const text = this.#text.slice(at + delimiter.length, close);
    return { piece: { kind: "code", delimiter, text }, end: close + delimiter.length };
  }

  #address(at: number): Match | null {
    const end = addressEnd(this.#text, at, this.#before(at));
    if (end === null) return null;
    return { piece: { kind: "address", text: this.#text.slice(at, end) }, end };
  }

  #bold(at: number): Match | null {
    const words = enclosedText(this.#text, at, "**");
    if (words === null) return null;
    const pieces = parseWithin(words, { ...this.#within, bold: true });
    return { piece: { kind: "bold", pieces }, end: at + words.length + 4 };
  }

  #italic(at: number): Match | null {
    if (!/^[\p{White_Space}(>]?$/u.test(this.#before(at))) return null;
    const words = enclosedText(this.#text, at, "_");
    if (words === null) return null;
    const end = at + words.length + 2;
    if (!/^[\p{White_Space}).,:;!?<*]?$/u.test(characterAt(this.#text, end))) return null;
    const pieces = parseWithin(words, { ...this.#within, italic: true });
    return { piece: { kind: "italic", pieces }, end };
  }

  #link(at: number): Match | null {
    const label = at + 1;
    if (label <= this.#unusableBracket) return null;
    const close = findOutsideCode(this.#text, label, "]");
    const end = this.#text.startsWith("](", close) ? linkTargetEnd(this.#text, close + 2) : null;
    if (end === null) {
      this.#unusableBracket = close;
      return null;
    }
    const words = this.#text.slice(label, close);
    if (!/\P{White_Space}/u.test(words)) return null;
    const pieces = parseWithin(words, { ...this.#within, link: true });
    const address = this.#text.slice(close + 2, end);
    return { piece: { kind: "link", address, pieces }, end: end + 1 };
  }

  /** The previous character, unless it belongs to markup. */
  #before(at: number): string {
    if (at === this.#from) return "";
    const isLow = /[\udc00-\udfff]/.test(this.#text.charAt(at - 1)) && at - 2 >= this.#from;
    return characterAt(this.#text, isLow ? at - 2 : at - 1);
  }
}

/**
 * The text between the markup at `at` and its end on the same line; null if it is empty or has
 * spaces at its ends.
 */
function enclosedText(text: string, at: number, mark: "**" | "_"): string | null {
  if (!text.startsWith(mark, at)) return null;
  const from = at + mark.length;
  const to = findOutsideCode(text, from, mark.charAt(0));
  const words = text.slice(from, to);
  return text.startsWith(mark, to) && isTight(words) ? words : null;
}

/** True if a text is not empty and has no spaces at its ends. */
function isTight(words: string): boolean {
  return words !== "" && !/^\p{White_Space}|\p{White_Space}$/u.test(words);
}

/** The position of the next `letter` outside code, or of the end of the line. */
function findOutsideCode(text: string, from: number, letter: string): number {
  let at = from;
  while (at < text.length && text[at] !== "\n" && text[at] !== letter) {
    const length = backticksAt(text, at);
    at = length === 0 ? at + 1 : (codeClose(text, at) ?? at) + length;
  }
  return at;
}

function backticksAt(text: string, at: number): number {
  let end = at;
  while (text[end] === "`") end += 1;
  return end - at;
}

/**
 * The position of the closing delimiter of the code that begins at `at`: the next one of the same
 * length, on the same line. Null if no code begins there. `at` is not inside a run of backticks.
 */
function codeClose(text: string, at: number): number | null {
  const length = backticksAt(text, at);
  if (length === 0 || length > DELIMITER_MAX) return null;
  for (let close = at + length; close < text.length && text[close] !== "\n";) {
    const found = backticksAt(text, close);
    if (found === length) return isTight(text.slice(at + length, close)) ? close : null;
    close += Math.max(1, found);
  }
  return null;
}
