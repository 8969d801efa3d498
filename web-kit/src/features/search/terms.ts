/** Maximum number of search terms, as on the server. */
const WORDS_MAX = 8;

/** The terms of a search text. */
export function splitTerms(typed: string): string[] {
  const words = typed.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word !== "").slice(0, WORDS_MAX);
}

export interface TextPart {
  text: string;
  found: boolean;
}

/** Splits a text at the matches, which are at the beginning of words. */
export function highlightParts(text: string, words: readonly string[]): TextPart[] {
  if (words.length === 0) return [{ text, found: false }];
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  const beginning = new RegExp(`(?<![\\p{L}\\p{N}])(${longestFirst.join("|")})`, "giu");
  return text
    .split(beginning)
    .map((part, at) => ({ text: part, found: at % 2 === 1 }))
    .filter((part) => part.text !== "");
}

/** True if every term is the beginning of a word in the text. */
export function matchesAllTerms(text: string, words: readonly string[]): boolean {
  return words.every((word) => highlightParts(text, [word]).some(({ found }) => found));
}
