import { expect, test } from "vitest";
import { fits, partsOf, wordsIn } from "./words.ts";

const marked = (text: string, typed: string) =>
  partsOf(text, wordsIn(typed))
    .map((part) => (part.found ? `[${part.text}]` : part.text))
    .join("");

test("highlights matches at the beginning of words, ignoring case and accents", () => {
  expect(marked("The Merrow Bridge, a bridge", "merr BRIDGE")).toBe(
    "The [Merr]ow [Bridge], a [bridge]",
  );
  expect(marked("Footbridge", "bridge")).toBe("Footbridge");
  expect(marked("Élan vital", "él")).toBe("[Él]an vital");
});

test("highlights the longer of two matching terms", () => {
  expect(marked("bridges", "br bridge")).toBe("[bridge]s");
});

test("punctuation is no search term", () => {
  expect(wordsIn(" .*(|)\\ ")).toEqual([]);
  expect(marked("a.*b", ".*")).toBe("a.*b");
  expect(wordsIn("a b c d e f g h i")).toHaveLength(8);
});

test("a page matches if every term begins one of its words", () => {
  expect(fits("My Communities", ["comm", "my"])).toBe(true);
  expect(fits("My Communities", ["munities"])).toBe(false);
});
