import { describe, expect, test } from "vitest";
import { applyFormat, toContent } from "./markup.ts";

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

describe("applyFormat", () => {
  test("toggles markup around the selection", () => {
    const bold = applyFormat({ text: "one two", start: 4, end: 7 }, "bold");
    expect(bold).toEqual({ text: "one **two**", start: 6, end: 9 });
    expect(applyFormat(bold, "bold")).toEqual({ text: "one two", start: 4, end: 7 });
  });

  test("toggles a dash before every selected line", () => {
    const list = applyFormat({ text: "a\nb\nc", start: 2, end: 5 }, "list");
    expect(list.text).toBe("a\n- b\n- c");
    expect(applyFormat({ ...list, start: 2, end: list.end }, "list").text).toBe("a\nb\nc");
  });

  test("places the caret where the address continues", () => {
    const link = applyFormat({ text: "see here", start: 4, end: 8 }, "link");
    expect(link.text).toBe("see [here](https://)");
    expect(link.text.slice(0, link.start)).toBe("see [here](https://");
  });
});
