/**
 * Finds the end of a URL in a text by the server's rules (`tenant-runtime/src/content/address.rs`).
 * The examples in `markup-vectors.json` there test both implementations.
 */

const SCHEME = /https?:\/\//iy;
const TARGET_SCHEME = /(?:https?:\/\/|mailto:)/iy;
const LETTER = /[\p{Alphabetic}\p{N}]/u;
const ENDS_ANY_ADDRESS = /[\p{White_Space}\p{Cc}<>"]/u;
/** Chinese and Japanese texts continue after punctuation without a space. */
const ENDS_SENTENCE_IN_CJK = /[\u3001\u3002\u3008-\u3011\u3014-\u301f！（），：；？]/u;
const PUNCTUATION = ".,:;!?'*…’”»“‘«";
/** Maximum characters of a labelled link's URL; longer ones are not links. */
const TARGET_CHARS_MAX = 2000;
const OPENING_BRACKETS = "([{";
const CLOSING_BRACKETS = ")]}";

/**
 * The end of the URL that begins at `at` after the character `before`; null if none begins there.
 */
export function addressEnd(text: string, at: number, before: string): number | null {
  if (/[a-z0-9]/i.test(before)) return null;
  const host = schemeEnd(SCHEME, text, at);
  if (host === null || !LETTER.test(characterAt(text, host))) return null;
  const open = [0, 0, 0];
  return trimPunctuation(text, host, scanAddress(text, host, open), open, before === "_");
}

/** The position of the closing bracket of `[label](address)`, whose address begins at `at`. */
export function linkTargetEnd(text: string, at: number): number | null {
  const from = schemeEnd(TARGET_SCHEME, text, at);
  if (from === null) return null;
  let depth = 0;
  let place = from;
  for (let read = 0; read < TARGET_CHARS_MAX && place < text.length; read += 1) {
    const letter = characterAt(text, place);
    if (letter === "(") depth += 1;
    else if (letter === ")") {
      if (depth === 0) return place > from ? place : null;
      depth -= 1;
    } else if (ENDS_ANY_ADDRESS.test(letter)) return null;
    place += letter.length;
  }
  return null;
}

function schemeEnd(scheme: RegExp, text: string, at: number): number | null {
  scheme.lastIndex = at;
  return scheme.test(text) ? scheme.lastIndex : null;
}

/** The farthest end of the URL; counts the open brackets of each kind. */
function scanAddress(text: string, from: number, open: number[]): number {
  for (let place = from; place < text.length;) {
    const letter = characterAt(text, place);
    if (ENDS_ANY_ADDRESS.test(letter) || ENDS_SENTENCE_IN_CJK.test(letter)) return place;
    const closed = CLOSING_BRACKETS.indexOf(letter);
    if (closed >= 0 && open[closed] === 0) return place;
    count(open, closed, -1);
    count(open, OPENING_BRACKETS.indexOf(letter), 1);
    place += letter.length;
  }
  return text.length;
}

/** The end without the punctuation of the surrounding sentence. */
function trimPunctuation(
  text: string,
  from: number,
  to: number,
  open: number[],
  inItalics: boolean,
) {
  let end = to;
  while (end > from) {
    // All of these are single code units.
    const last = text.charAt(end - 1);
    const opened = OPENING_BRACKETS.indexOf(last);
    if (opened >= 0 && (open[opened] ?? 0) > 0) count(open, opened, -1);
    else if (!PUNCTUATION.includes(last) && !(inItalics && last === "_")) break;
    end -= 1;
  }
  return end;
}

function count(open: number[], kind: number, by: number): void {
  if (kind >= 0) open[kind] = (open[kind] ?? 0) + by;
}

export function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? "" : String.fromCodePoint(code);
}
