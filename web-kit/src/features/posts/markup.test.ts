import { describe, expect, test } from "vitest";
import { applyFormat, type Format, toContent } from "./markup.ts";

describe("the sent content", () => {
  test.each(["Use **two** gauges, _always_", "R&D &amp; <b>x</b> x<y", "- gloves\n- a lamp"])(
    "equals the typed text: %s",
    (typed) => {
      expect(toContent(`  ${typed}\n `)).toBe(typed);
    },
  );

  test("has no control characters", () => {
    expect(toContent("a\u0000b\u0007c\r\nd")).toBe("abc\nd");
  });
});

/** A text whose selection is between `|` and `|`; a single `|` is the caret. */
function selection(text: string) {
  const start = text.indexOf("|");
  const last = text.lastIndexOf("|");
  return { text: text.replaceAll("|", ""), start, end: last === start ? start : last - 1 };
}

function marked({ text, start, end }: { text: string; start: number; end: number }): string {
  const tail = start === end ? "" : `${text.slice(start, end)}|`;
  return `${text.slice(0, start)}|${tail}${text.slice(end)}`;
}

const format = (before: string, chosen: Format) => marked(applyFormat(selection(before), chosen));

describe("a format around the selection", () => {
  test.each<[Format, string, string]>([
    ["bold", "one |two|", "one **|two|**"],
    ["bold", "one **|two|**", "one |two|"],
    ["bold", "one |**two**|", "one |two|"],
    ["bold", "|", "**|**"],
    ["bold", "**|**", "|"],
    ["bold", "one| two |three", "one **|two|** three"],
    ["italic", "|so|", "_|so|_"],
    ["code", "run |make| now", "run `|make|` now"],
    ["code", "run `|make|` now", "run |make| now"],
    ["bold", "|a\n\n- b|", "|**a**\n\n- **b**|"],
    ["bold", "|**a**\n\n- **b**|", "|a\n\n- b|"],
  ])("%s: %s becomes %s", (chosen, before, after) => {
    expect(format(before, chosen)).toBe(after);
  });
});

describe("a format of whole lines", () => {
  test.each<[Format, string, string]>([
    ["list", "a\n|b\nc|", "a\n|- b\n- c|"],
    ["list", "a\n|- b\n- c|", "a\n|b\nc|"],
    ["list", "|a\n|b", "|- a|\nb"],
    ["list", "be|gin", "- be|gin"],
    ["list", "- be|gin", "be|gin"],
    ["list", "|", "- |"],
    ["list", "|1. a\n2. b|", "|- a\n- b|"],
    ["list", "|a\n\nb|", "|- a\n\n- b|"],
    ["numbers", "|a\n\nb|", "|1. a\n\n2. b|"],
    ["numbers", "|1. a\n2. b|", "|a\nb|"],
    ["numbers", "|> a\n> b|", "|> 1. a\n> 2. b|"],
    ["quote", "|a\n\nb|", "|> a\n>\n> b|"],
    ["quote", "|> a\n>\n> b|", "|a\n\nb|"],
    ["code", "|let a\nlet b|", "|```\nlet a\nlet b\n```|"],
    ["code", "|```\nlet a\nlet b\n```|", "|let a\nlet b|"],
  ])("%s: %j becomes %j", (chosen, before, after) => {
    expect(format(before, chosen)).toBe(after);
  });
});

describe("a link", () => {
  test.each([
    ["see |here|", "see [here](https://|)"],
    ["see |https://a.example/x|", "see [|link text|](https://a.example/x)"],
    ["see |[here](https://a.example)|", "see |here|"],
    ["see [|here|](https://a.example) now", "see |here| now"],
  ])("%s becomes %s", (before, after) => {
    expect(format(before, "link")).toBe(after);
  });
});
