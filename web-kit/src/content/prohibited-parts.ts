import { checkedText, isProhibited, prohibitedShapes, type ProhibitedKind } from "./prohibited.ts";

/** A part of a text that posts and messages may not contain (G-029). */
export interface ProhibitedPart {
  /** Code units from the beginning of the text. */
  start: number;
  end: number;
  text: string;
  kind: ProhibitedKind;
  /** A text with the same meaning for a reader that is accepted. */
  replacement: string;
}

/** The prohibited parts of a text in their order; overlapping ones are joined. */
export function prohibitedParts(text: string, relaxed: boolean): ProhibitedPart[] {
  const checked = checkedText(text, relaxed);
  const found = prohibitedShapes(relaxed).flatMap(({ kind, shapes }) =>
    shapes.flatMap((shape) => findAll(checked, shape).map((range) => ({ ...range, kind }))),
  );
  found.sort((one, other) => one.start - other.start || other.end - one.end);
  const joined: { start: number; end: number; kind: ProhibitedKind }[] = [];
  for (const part of found) {
    const last = joined.at(-1);
    if (last !== undefined && part.start < last.end) last.end = Math.max(last.end, part.end);
    else joined.push({ ...part });
  }
  return joined.map((part) => {
    const own = text.slice(part.start, part.end);
    return { ...part, text: own, replacement: replacementOf(own, part.kind) };
  });
}

/** The text with all of these parts replaced. They are in their order. */
export function withReplacements(text: string, parts: readonly ProhibitedPart[]): string {
  let read = 0;
  let result = "";
  for (const { start, end, replacement } of parts) {
    result += text.slice(read, start) + replacement;
    read = end;
  }
  return result + text.slice(read);
}

function findAll(text: string, shape: RegExp): { start: number; end: number }[] {
  const all = new RegExp(shape.source, `${shape.flags}g`);
  return Array.from(text.matchAll(all), ({ index, 0: part }) => {
    const start = index + part.length - part.trimStart().length;
    return { start, end: start + part.trim().length };
  });
}

const CHARACTERS: Readonly<Record<string, string>> = {
  ";": ",",
  "|": "/",
  "`": "\u2019",
  "&&": "&",
  "$(": "$ (",
  "--": "\u2013",
};

function replacementOf(part: string, kind: ProhibitedKind): string {
  const known = CHARACTERS[part];
  if (known !== undefined) return known;
  // Without the signs that make it code, or with a word of the statement in quotation marks.
  const changed =
    kind === "statement"
      ? part.replace(/^(\w+)\s+(\S+)/u, "$1 \u201C$2\u201D")
      : part.replaceAll(/[<:=(/|;`]+\s*/gu, " ").trim();
  return isProhibited(changed, false) ? "" : changed;
}
