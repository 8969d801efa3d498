/**
 * Parses typed text: `**bold**`, `_italic_`, `[text](address)`, lines that begin with a dash, and
 * bare URLs. Everything else is literal text, including `<` and `&`: typed text is never HTML. The
 * server uses the same rules (`tenant-runtime/src/content/markup.rs`).
 */
import { addressEnd, characterAt, linkTargetEnd } from "./address.ts";

export type TextSegment =
  | { kind: "text" | "address"; text: string }
  | { kind: "bold" | "italic"; pieces: TextSegment[] }
  | { kind: "link"; address: string; pieces: TextSegment[] }
  | { kind: "list"; items: Item[] };

export interface Item {
  /** The dash with the surrounding spaces, as typed. */
  marker: string;
  pieces: TextSegment[];
}

/** Parses a text. Line breaks around a list belong to neither neighbour. */
export function parse(text: string): TextSegment[] {
  const pieces: TextSegment[] = [];
  let run: string[] = [];
  let items: Item[] = [];
  const closeRun = () => {
    if (run.length === 0) return;
    const words = parseInline(run.join("\n"), NO_CONTEXT);
    // An empty line between two lists separates them.
    pieces.push(...(words.length === 0 ? [{ kind: "text" as const, text: "" }] : words));
    run = [];
  };
  const closeList = () => {
    if (items.length > 0) pieces.push({ kind: "list", items });
    items = [];
  };
  for (const line of text.split("\n")) {
    const marker = MARKER.exec(line)?.[0];
    if (marker === undefined) {
      closeList();
      run.push(line);
    } else {
      closeRun();
      items.push({ marker, pieces: parseInline(line.slice(marker.length), NO_CONTEXT) });
    }
  }
  closeRun();
  closeList();
  return pieces;
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

const MARKER = /^\p{White_Space}*[-*•]\p{White_Space}+(?=\P{White_Space})/u;

/** The visible text on one line, without markup and without URLs of labelled links. */
export function plainText(text: string): string {
  return textOf(parse(text))
    .split(/\p{White_Space}+/u)
    .filter((word) => word !== "")
    .join(" ");
}

function textOf(pieces: readonly TextSegment[]): string {
  let words = "";
  for (const piece of pieces) {
    if ("text" in piece) words += piece.text;
    else if (piece.kind === "list") {
      words += `\n${piece.items.map((item) => textOf(item.pieces)).join("\n")}\n`;
    } else words += textOf(piece.pieces);
  }
  return words;
}

/** The enclosing markup: none can be nested in itself. */
interface ParseContext {
  bold: boolean;
  italic: boolean;
  link: boolean;
}

const NO_CONTEXT: ParseContext = { bold: false, italic: false, link: false };

function parseInline(text: string, within: ParseContext): TextSegment[] {
  return new InlineParser(text, within).read();
}

interface Match {
  piece: TextSegment;
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

  read(): TextSegment[] {
    const pieces: TextSegment[] = [];
    const flush = (to: number) => {
      if (this.#from < to) pieces.push({ kind: "text", text: this.#text.slice(this.#from, to) });
    };
    for (let at = 0; at < this.#text.length;) {
      const found = this.#markAt(at);
      if (found === null) at += 1;
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

  #address(at: number): Match | null {
    const end = addressEnd(this.#text, at, this.#before(at));
    if (end === null) return null;
    return { piece: { kind: "address", text: this.#text.slice(at, end) }, end };
  }

  #bold(at: number): Match | null {
    const words = enclosedText(this.#text, at, "**");
    if (words === null) return null;
    const pieces = parseInline(words, { ...this.#within, bold: true });
    return { piece: { kind: "bold", pieces }, end: at + words.length + 4 };
  }

  #italic(at: number): Match | null {
    if (!/^[\p{White_Space}(>]?$/u.test(this.#before(at))) return null;
    const words = enclosedText(this.#text, at, "_");
    if (words === null) return null;
    const end = at + words.length + 2;
    if (!/^[\p{White_Space}).,:!?<*]?$/u.test(characterAt(this.#text, end))) return null;
    const pieces = parseInline(words, { ...this.#within, italic: true });
    return { piece: { kind: "italic", pieces }, end };
  }

  #link(at: number): Match | null {
    const label = at + 1;
    if (label <= this.#unusableBracket) return null;
    let close = label;
    while (close < this.#text.length && !"]\n".includes(this.#text.charAt(close))) close += 1;
    const end = this.#text.startsWith("](", close) ? linkTargetEnd(this.#text, close + 2) : null;
    if (end === null) {
      this.#unusableBracket = close;
      return null;
    }
    const words = this.#text.slice(label, close);
    if (!/\P{White_Space}/u.test(words)) return null;
    const pieces = parseInline(words, { ...this.#within, link: true });
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
  let to = from;
  while (to < text.length && text[to] !== mark[0] && text[to] !== "\n") to += 1;
  const words = text.slice(from, to);
  const isBlankAtEnds = /^\p{White_Space}|\p{White_Space}$/u.test(words);
  return words !== "" && !isBlankAtEnds && text.startsWith(mark, to) ? words : null;
}
