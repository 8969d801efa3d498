/**
 * The filters in a search text, as the server reads them: `in:bridges`, `from:"Ling Zhao"`,
 * `before:2026-03-01`, `after:2026-02-01`, `has:image`. The server decides what they mean; here
 * they are only displayed and edited.
 */

export const FILTER_NAMES = ["in", "from", "before", "after", "has"] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

export interface TypedFilter {
  name: FilterName;
  /** Without quotes; empty while it is being typed. */
  value: string;
  /** Position in the text, in code units. */
  start: number;
  end: number;
}

/** Phones type curly quotes on their own. */
const QUOTE = '"“”„';
const FILTER = new RegExp(
  `(?<=^|\\s)(${FILTER_NAMES.join("|")}):(?:[${QUOTE}]([^${QUOTE}]*)[${QUOTE}]?|(\\S*))`,
  "giu",
);

/** The filters of a text in their order. */
export function filtersIn(text: string): TypedFilter[] {
  return [...text.matchAll(FILTER)].flatMap((match) => {
    const name = FILTER_NAMES.find((one) => one === match[1]?.toLowerCase());
    if (name === undefined) return [];
    const value = onOneLine(match[2] ?? match[3] ?? "");
    return [{ name, value, start: match.index, end: match.index + match[0].length }];
  });
}

/** The text without its filters. */
export function wordsOf(text: string): string {
  return onOneLine(text.replaceAll(FILTER, " "));
}

/** The text for the server: the words, then the complete filters. Empty if there is neither. */
export function queryText(text: string): string {
  const complete = filtersIn(text).filter(({ value }) => value !== "");
  return [wordsOf(text), ...complete.map(({ name, value }) => filterText(name, value))]
    .filter((part) => part !== "")
    .join(" ");
}

/** A filter as typed: the value is quoted if it contains white space. */
export function filterText(name: FilterName, value: string): string {
  return /\s/u.test(value) ? `${name}:"${value}"` : `${name}:${value}`;
}

/** The filter whose value the caret is in or behind; null if there is none. */
export function filterAt(text: string, caret: number): TypedFilter | null {
  const isInside = ({ name, start, end }: TypedFilter) =>
    caret > start + name.length && caret <= end;
  return filtersIn(text).find(isInside) ?? null;
}

/** The text with a filter in the place of another one, or at its end. */
export function withFilter(text: string, name: FilterName, value: string, place?: TypedFilter) {
  const before = place === undefined ? text : text.slice(0, place.start);
  const after = place === undefined ? "" : text.slice(place.end).trimStart();
  // After a complete filter, the next word can be typed at once.
  return `${spaced(before)}${filterText(name, value)}${value === "" ? "" : " "}${after}`;
}

export function withoutFilter(text: string, { start, end }: TypedFilter): string {
  return `${spaced(text.slice(0, start))}${text.slice(end).trimStart()}`;
}

function spaced(before: string): string {
  const trimmed = before.trimEnd();
  return trimmed === "" ? "" : `${trimmed} `;
}

function onOneLine(text: string): string {
  return text.trim().replaceAll(/\s+/gu, " ");
}
