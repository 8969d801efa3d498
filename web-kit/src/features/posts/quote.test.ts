import { expect, test } from "vitest";
import { quotedLines, withQuote } from "./quote.ts";
import { checkPost, POST_MAX, REPLY_MAX } from "./rules.ts";

const ada = { name: "Ada [Chen]", address: "https://x.example/communities/c/threads/t#post-p" };
const link = "> [Ada Chen](https://x.example/communities/c/threads/t#post-p):";

test("every line is quoted", () => {
  expect(quotedLines("  one\n\ntwo ")).toBe("> one\n>\n> two");
});

test("a quotation with its source follows the text of a draft", () => {
  const add = (draft: string) => withQuote(draft, "one", ada, REPLY_MAX);
  expect(add("")).toBe(`${link}\n> one\n`);
  expect(add("Before")).toBe(`Before\n${link}\n> one\n`);
  expect(add("Before\n")).toBe(`Before\n${link}\n> one\n`);
  expect(add("> an earlier one\n")).toBe(`> an earlier one\n\n${link}\n> one\n`);
});

test("the source is no link where the link would exceed the limit, or where it has no address", () => {
  const plain = "> Ada Chen:\n> ";
  const long = "a".repeat(POST_MAX - 20);
  expect(withQuote("", long, ada, POST_MAX)).toBe(`${plain}${long}\n`);
  expect(withQuote("", "one", { ...ada, address: null }, REPLY_MAX)).toBe(`${plain}one\n`);
});

test("a post without text is quoted by its source", () => {
  expect(withQuote("", "", ada, REPLY_MAX)).toBe(`${link}\n`);
});

test("the content rules allow a quotation", () => {
  expect(checkPost(withQuote("", "Use **two** gauges", ada, 300), "reply", false)).toBeNull();
});
