/** Maximum number of search terms, as on the server. */
const WORDS_MAX = 8;

/** The terms of a search text. */
export function splitTerms(typed: string): string[] {
  const words = typed
    .normalize("NFC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u);
  return words.filter((word) => word !== "").slice(0, WORDS_MAX);
}

export interface TextPart {
  text: string;
  found: boolean;
}

/** Scripts without spaces between words, and Korean, whose words are compounds. */
const DENSE =
  /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Mymr}\p{sc=Khmr}]/u;

/**
 * Splits a text at the matches, which are at the beginning of words; in scripts without spaces they
 * are anywhere. Accents do not matter.
 */
export function highlightParts(text: string, words: readonly string[]): TextPart[] {
  if (words.length === 0) return [{ text, found: false }];
  const longestFirst = words.map((word) => fold(word).text).toSorted((a, b) => b.length - a.length);
  const patterns = longestFirst.map((term) =>
    DENSE.test(term) ? term : `(?<![\\p{L}\\p{N}])${term}`,
  );
  const beginning = new RegExp(patterns.join("|"), "gu");
  const folded = fold(text);
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of folded.text.matchAll(beginning)) {
    const start = folded.starts[match.index] ?? from;
    const end = folded.starts[match.index + match[0].length] ?? text.length;
    parts.push({ text: text.slice(from, start), found: false });
    parts.push({ text: text.slice(start, end), found: true });
    from = end;
  }
  parts.push({ text: text.slice(from), found: false });
  return parts.filter((part) => part.text !== "");
}

/** True if every term is the beginning of a word in the text, in any order. */
export function matchesAllTerms(text: string, words: readonly string[]): boolean {
  return words.every((word) => highlightParts(text, [word]).some(({ found }) => found));
}

/** Letters that have no decomposition into a letter and an accent. */
const PLAIN: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
};

/** A text in small letters without accents, and where each of its code units was in the original. */
function fold(text: string): { text: string; starts: number[] } {
  let folded = "";
  const starts: number[] = [];
  let at = 0;
  for (const character of text) {
    const small = character.toLowerCase();
    const bare = PLAIN[small] ?? small.normalize("NFKD").replaceAll(/\p{M}/gu, "");
    for (let unit = 0; unit < bare.length; unit += 1) starts.push(at);
    folded += bare;
    at += character.length;
  }
  return { text: folded, starts };
}
