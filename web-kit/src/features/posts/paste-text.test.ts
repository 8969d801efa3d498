import { expect, test } from "vitest";
import { cutPaste } from "./paste-text.ts";

const into = (text: string, start = text.length, end = start) => ({ text, start, end });

test("a text that fits is left to the browser", () => {
  expect(cutPaste(into("Hello"), " there", 300)).toBeNull();
  expect(cutPaste(into("Hello"), `${"a".repeat(295)}\n\n`, 300)).toBeNull();
  expect(cutPaste(into(""), "🙂".repeat(300), 300)).toBeNull();
});

test("a longer one is cut at the limit, in whole characters", () => {
  expect(cutPaste(into("Hello"), "a".repeat(296), 300)).toEqual(into(`Hello${"a".repeat(295)}`));
  expect(cutPaste(into(""), "🙂".repeat(301), 300)).toEqual(into("🙂".repeat(300)));
  const between = cutPaste(into("ab", 1, 1), "c".repeat(400), 300);
  expect(between).toEqual(into(`a${"c".repeat(298)}b`, 299, 299));
});

test("the replaced selection makes room", () => {
  expect(cutPaste(into("Hello", 0, 5), "a".repeat(301), 300)).toEqual(into("a".repeat(300)));
});

test("nothing is added to a text at the limit", () => {
  expect(cutPaste(into("a".repeat(300)), "b", 300)).toEqual(into("a".repeat(300)));
});
