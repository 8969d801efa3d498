/**
 * Counts words as the server does (`tenant-runtime/src/content/word_count.rs`): sequences between
 * spaces; in scripts without spaces, each ideograph and kana as word processors do, and every four
 * letters of a South-East Asian script.
 */
const IDEOGRAPH =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Yi}\u30fc\uff70]/gu;
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const LETTERS_A_WORD = 4;

export interface WordCount {
  words: number;
  /** Number of single ideographs or kana among them. */
  ideographs: number;
}

export function countWords(text: string): WordCount {
  let words = 0;
  let ideographs = 0;
  for (const token of text.split(/\p{White_Space}+/u)) {
    if (token === "") continue;
    const single = token.match(IDEOGRAPH)?.length ?? 0;
    const runs = token.match(UNSPACED) ?? [];
    ideographs += single;
    if (single === 0 && runs.length === 0) words += 1;
    else words += single + sum(runs.map(wordsOfRun)) + wordsBetween(token);
  }
  return { words, ideographs };
}

function wordsOfRun(run: string): number {
  const letters = run.match(/\p{L}/gu)?.length ?? 0;
  return Math.max(1, Math.ceil(letters / LETTERS_A_WORD));
}

/** Words of other scripts within a token, such as a Latin name in a Chinese sentence. */
function wordsBetween(token: string): number {
  const others = token.replace(IDEOGRAPH, " ").replace(UNSPACED, " ").split(" ");
  return others.filter((other) => /[\p{Alphabetic}\p{N}]/u.test(other)).length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
