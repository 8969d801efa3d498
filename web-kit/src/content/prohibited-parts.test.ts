import { describe, expect, test } from "vitest";
import { isProhibited } from "./prohibited.ts";
import { prohibitedParts, withReplacements } from "./prohibited-parts.ts";

const partsOf = (text: string, relaxed = false) =>
  prohibitedParts(text, relaxed).map((part) => part.text);

describe("prohibited parts of a text", () => {
  test("are found in their order", () => {
    expect(partsOf("é; a && b -- c")).toEqual([";", "&&", "--"]);
    expect(partsOf("x onload= drop table users")).toEqual(["onload=", "drop table u"]);
    expect(partsOf("<script>a</script>;")).toEqual(["<script", "</script", ";"]);
    expect(partsOf("plain words, insert into the slot")).toEqual([]);
  });

  test("are only executable markup where the filter is relaxed", () => {
    expect(partsOf("a; b url(x)", true)).toEqual(["url("]);
  });

  test("are not the backticks around code, but what they enclose is checked", () => {
    expect(partsOf("Run `make test` or\n```sh\nmake\n```")).toEqual([]);
    expect(partsOf("`a | b` ` c\n```\nd && e\n```")).toEqual(["|", "`", "&&"]);
    expect(partsOf("drop `table` users")).toEqual(["drop `table` u"]);
    expect(prohibitedParts("é `a;b`", false)[0]).toMatchObject({ start: 4, end: 5 });
  });

  test("have positions in code units", () => {
    expect(prohibitedParts("🦊; b", false)[0]).toMatchObject({
      start: 2,
      end: 3,
      kind: "character",
    });
  });

  test.each([
    ["a; b | c", "a, b / c"],
    ["fish && chips", "fish & chips"],
    ["one -- two", "one – two"],
    ["costs $(5)", "costs $ (5)"],
    ["we drop table users", "we drop “table” users"],
    ["1 or 1=1", "1 or “1=1”"],
    ["union select", "union “select”"],
    ["`a; b` and `c", "`a, b` and \u2019c"],
    ["drop `table` users", "drop “`table`” users"],
    ["say javascript:x", "say javascriptx"],
    ["<script>x</script>", "script>xscript>"],
  ])("are replaced in %s", (text, replaced) => {
    const result = withReplacements(text, prohibitedParts(text, false));
    expect(result).toBe(replaced);
    expect(isProhibited(result, false)).toBe(false);
  });

  test.each([
    "insert into x (a) values (1)",
    "delete from x where 1",
    "data: text/html,hello",
    "<p onmouseover = x>",
    "width: expression(1)",
    "behavior: x",
    "``` $(ls) ``` && ; | --",
    "javascript:url(",
  ])("leave an accepted text: %s", (text) => {
    const result = withReplacements(text, prohibitedParts(text, false));
    expect(isProhibited(result, false)).toBe(false);
  });
});
