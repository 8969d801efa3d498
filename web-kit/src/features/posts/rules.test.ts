import { describe, expect, test } from "vitest";
import {
  checkPost,
  countCharacters,
  EMPTY_MESSAGE,
  isProhibited,
  POST_TOO_LONG,
  PROHIBITED,
  REPLY_TOO_LONG,
} from "./rules.ts";

describe("checkPost", () => {
  test("needs words", () => {
    expect(checkPost(" \n ", "post")).toBe(EMPTY_MESSAGE);
  });

  test("a post has 300 characters, a reply 5000", () => {
    expect(checkPost("a".repeat(300), "post")).toBeNull();
    expect(checkPost("a".repeat(301), "post")).toBe(POST_TOO_LONG);
    expect(checkPost("a".repeat(301), "reply")).toBeNull();
    expect(checkPost("a".repeat(5000), "reply")).toBeNull();
    expect(checkPost("a".repeat(5001), "reply")).toBe(REPLY_TOO_LONG);
  });

  test("counts an emoji as one character", () => {
    expect(countCharacters("bridge 🌉")).toBe(8);
    expect(checkPost("🌉".repeat(300), "post")).toBeNull();
  });

  test("refuses what is prohibited, in the catalogue's words", () => {
    expect(checkPost("fish; chips", "post")).toBe(PROHIBITED);
  });
});

describe("isProhibited", () => {
  test.each([
    "<script>alert(1)</script>",
    "JavaScript: alert",
    "vbscript:x",
    "data:text/html,hello",
    '<b onclick="x">',
    "expression(1)",
    "url(x)",
    "behavior: x",
    "UNION SELECT name",
    "drop table members",
    "insert into x",
    "delete from x",
    "' or 1=1",
    "a -- b",
    "a | b",
    "a; b",
    "a && b",
    "$(x)",
    "`x`",
  ])("%s", (text) => {
    expect(isProhibited(text)).toBe(true);
  });

  test.each([
    "Please select a date and update the rota",
    "AT&T called about the union meeting",
    "It cost $40 (net)",
    "Only one = sign, on purpose: yes",
    "A well-kept bridge – ours",
    "Drop the table off at six",
  ])("leaves %s alone", (text) => {
    expect(isProhibited(text)).toBe(false);
  });
});
