import { expect, test } from "vitest";
import { fits, partsOf, wordsIn } from "./words.ts";

const marked = (text: string, typed: string) =>
  partsOf(text, wordsIn(typed))
    .map((part) => (part.found ? `[${part.text}]` : part.text))
    .join("");

test("what was found is marked where a word begins, however it is spelt", () => {
  expect(marked("The Merrow Bridge, a bridge", "merr BRIDGE")).toBe(
    "The [Merr]ow [Bridge], a [bridge]",
  );
  expect(marked("Footbridge", "bridge")).toBe("Footbridge");
  expect(marked("Élan vital", "él")).toBe("[Él]an vital");
});

test("the longer of two words is marked whole", () => {
  expect(marked("bridges", "br bridge")).toBe("[bridge]s");
});

test("signs are no words, and mark nothing", () => {
  expect(wordsIn(" .*(|)\\ ")).toEqual([]);
  expect(marked("a.*b", ".*")).toBe("a.*b");
  expect(wordsIn("a b c d e f g h i")).toHaveLength(8);
});

test("a place fits when every word begins one of its own", () => {
  expect(fits("My Communities", ["comm", "my"])).toBe(true);
  expect(fits("My Communities", ["munities"])).toBe(false);
});
