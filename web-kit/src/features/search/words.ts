/** Words of a search that count, as at the server. */
const WORDS_MAX = 8;

/** The words of what was typed. */
export function wordsIn(typed: string): string[] {
  const words = typed.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word !== "").slice(0, WORDS_MAX);
}

export interface Part {
  text: string;
  found: boolean;
}

/** A text cut where the words were found: at the beginning of its own words. */
export function partsOf(text: string, words: readonly string[]): Part[] {
  if (words.length === 0) return [{ text, found: false }];
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  const beginning = new RegExp(`(?<![\\p{L}\\p{N}])(${longestFirst.join("|")})`, "giu");
  return text
    .split(beginning)
    .map((part, at) => ({ text: part, found: at % 2 === 1 }))
    .filter((part) => part.text !== "");
}

/** Whether every word begins one of the text's. */
export function fits(text: string, words: readonly string[]): boolean {
  return words.every((word) => partsOf(text, [word]).some(({ found }) => found));
}
