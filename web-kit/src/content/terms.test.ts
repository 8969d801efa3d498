import { expect, test } from "vitest";
import { matchesAllTerms, highlightParts, splitTerms } from "./terms.ts";

const highlight = (text: string, typed: string) =>
  highlightParts(text, splitTerms(typed))
    .map((part) => (part.found ? `[${part.text}]` : part.text))
    .join("");

test("highlights matches at the beginning of words, ignoring case and accents", () => {
  expect(highlight("The Merrow Bridge, a bridge", "merr BRIDGE")).toBe(
    "The [Merr]ow [Bridge], a [bridge]",
  );
  expect(highlight("Footbridge", "bridge")).toBe("Footbridge");
  expect(highlight("Élan vital", "él")).toBe("[Él]an vital");
});

test("highlights the longer of two matching terms", () => {
  expect(highlight("bridges", "br bridge")).toBe("[bridge]s");
});

test("punctuation is no search term", () => {
  expect(splitTerms(" .*(|)\\ ")).toEqual([]);
  expect(highlight("a.*b", ".*")).toBe("a.*b");
  expect(splitTerms("a b c d e f g h i")).toHaveLength(8);
});

test("a page matches if every term begins one of its words", () => {
  expect(matchesAllTerms("My Communities", ["comm", "my"])).toBe(true);
  expect(matchesAllTerms("My Communities", ["munities"])).toBe(false);
});

test("terms match in any order, with and without accents", () => {
  expect(matchesAllTerms("Open the Élan Portal", ["portal", "elan"])).toBe(true);
  expect(matchesAllTerms("Open the Elan Portal", ["él"])).toBe(true);
  expect(matchesAllTerms("Große Straße", ["strasse", "gros"])).toBe(true);
  expect(matchesAllTerms("Łódź", ["lod"])).toBe(true);
});

test("highlights the letters of the text, whatever their accents", () => {
  expect(highlight("Der Café-Élan", "elan cafe")).toBe("Der [Café]-[Élan]");
  expect(highlight("Zoe\u0308 Hart", "zoe")).toBe("[Zoe\u0308] Hart");
  expect(highlight("Die Straße", "strass")).toBe("Die [Straß]e");
});

test("finds signs of scripts without spaces inside a run of them", () => {
  expect(highlight("梅罗长桥维修 notes", "长桥")).toBe("梅罗[长桥]维修 notes");
  expect(matchesAllTerms("東京都の橋", splitTerms("京都"))).toBe(true);
  expect(splitTerms("हिन्दी")).toEqual(["हिन्दी"]);
});
