import { expect, test } from "vitest";
import { quotedLines, withQuote } from "./quote.ts";
import { checkPost } from "./rules.ts";

test("every line is quoted", () => {
  expect(quotedLines("  one\n\ntwo ")).toBe("> one\n>\n> two");
});

test("a quotation follows the text of a draft, and its answer comes below", () => {
  expect(withQuote("", "one")).toBe("> one\n");
  expect(withQuote("Before", "one")).toBe("Before\n> one\n");
  expect(withQuote("Before\n", "one")).toBe("Before\n> one\n");
});

test("the content rules allow a quotation", () => {
  expect(checkPost(withQuote("", "Use **two** gauges"), "reply", false)).toBeNull();
});
