import { expect, test } from "vitest";
import written from "../../../tenant-runtime/src/content/markup-vectors.json?raw";
import { displayAddress } from "./host.ts";
import { sourceOf } from "./markup-source.ts";
import { parse, type TextSegment, plainText } from "./markup.ts";
import { countWords } from "./word-count.ts";

/** The examples that the server's tests use as well, so that the two implementations stay equal. */
interface Vectors {
  texts: { text: string; pieces: unknown; words: string }[];
  generated: { alphabet: string[]; digests: string[] };
  hosts: { address: string; shown: string }[];
  wordCounts: { text: string; times: number; words: number }[];
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file of this repository
const vectors = JSON.parse(written) as Vectors;
const TEXTS_A_DIGEST = 500;
const TOKENS_MAX = 20;

/** Pieces in the format of the examples. */
function asJson(pieces: readonly TextSegment[]): unknown[] {
  return pieces.map((piece) => {
    switch (piece.kind) {
      case "text":
        return piece.text;
      case "address":
        return [piece.kind, piece.text];
      case "bold":
      case "italic":
        return [piece.kind, asJson(piece.pieces)];
      case "link":
        return [piece.kind, piece.address, asJson(piece.pieces)];
      case "code":
        return [piece.kind, piece.delimiter, piece.text];
      case "list":
      case "orderedList":
        return [piece.kind, piece.items.map((item) => [item.marker, asJson(item.pieces)])];
      case "codeBlock":
        return [piece.kind, piece.opening, piece.lines, piece.closing];
      case "quote":
        return [piece.kind, piece.prefixes, asJson(piece.pieces)];
    }
  });
}

/** The source text of these pieces, which keep every character of it. */
function typed(pieces: readonly TextSegment[]): string {
  const unchanged = (text: string) => text;
  return sourceOf(pieces, { delimiter: unchanged, content: unchanged });
}

test.each(vectors.texts)("$text is parsed as on the server", ({ text, pieces, words }) => {
  const read = parse(text);
  expect(asJson(read)).toEqual(pieces);
  expect(typed(read)).toBe(text);
  expect(plainText(text)).toBe(words);
});

test("generated texts are parsed as on the server and keep every character", () => {
  const { alphabet, digests } = vectors.generated;
  const below = numbers();
  const encoder = new TextEncoder();
  const found = digests.map(() => {
    // FNV-1a.
    let digest = 0x811c9dc5;
    for (let count = 0; count < TEXTS_A_DIGEST; count += 1) {
      const tokens = below(TOKENS_MAX);
      const text = Array.from({ length: tokens }, () => alphabet[below(alphabet.length)]).join("");
      const pieces = parse(text);
      expect(typed(pieces)).toBe(text);
      for (const byte of encoder.encode(`${JSON.stringify(asJson(pieces))}\n`)) {
        digest = Math.imul(digest ^ byte, 0x01000193) >>> 0;
      }
    }
    return digest.toString(16).padStart(8, "0");
  });
  expect(digests.length).toBe(20);
  expect(found).toEqual(digests);
});

test.each(["[", "**a", "_`a", "`", "` ``", "[`a", "> ", "\n> >", "```a\n", "1. a\n", "- `\n"])(
  "long runs of %s are parsed in linear time",
  (mark) => {
    const long = mark.repeat(5000);
    expect(typed(parse(long))).toBe(long);
  },
);

/** The server tests' random number generator (xorshift). */
function numbers(): (limit: number) => number {
  let state = 0x9e3779b9;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % limit;
  };
}

test.each(vectors.hosts)("$address is displayed safely", ({ address, shown }) => {
  expect(displayAddress(address)).toBe(shown);
});

test.each(vectors.wordCounts)(
  "$times times “$text” counts as $words words",
  ({ text, times, words }) => {
    expect(countWords(text.repeat(times)).words).toBe(words);
  },
);
