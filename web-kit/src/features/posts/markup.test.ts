import { describe, expect, test } from "vitest";
import { applyFormat, toContent } from "./markup.ts";

describe("toContent", () => {
  test("leaves plain words and line breaks as they are", () => {
    expect(toContent("  One cable at a time.\nNever two.  ")).toBe(
      "One cable at a time.\nNever two.",
    );
  });

  test("makes bold, italic and links", () => {
    expect(toContent("Use **two** gauges, _always_, see [the note](https://example.org/a)")).toBe(
      'Use <b>two</b> gauges, <i>always</i>, see <a href="https://example.org/a">the note</a>',
    );
  });

  test("makes a list of lines that begin with a dash", () => {
    expect(toContent("Bring:\n- gloves\n- a lamp\nThank you")).toBe(
      "Bring:<ul><li>gloves</li><li>a lamp</li></ul>Thank you",
    );
  });

  test("does not mistake sums and names for markup", () => {
    expect(toContent("2 * 3 ** 4 and snake_case_name")).toBe("2 * 3 ** 4 and snake_case_name");
  });

  test("keeps a less-than sign from swallowing what follows", () => {
    expect(toContent("if x<y then 1 < 2")).toBe("if x< y then 1 < 2");
    expect(toContent("a <b>bold</b> word")).toBe("a <b>bold</b> word");
  });

  test("links only where a link may lead", () => {
    expect(toContent("[x](javascript:alert)")).toBe("[x](javascript:alert)");
  });

  test("drops control characters", () => {
    expect(toContent("a\u0000b\u0007c\r\nd")).toBe("abc\nd");
  });
});

describe("applyFormat", () => {
  test("wraps the selection and unwraps it again", () => {
    const bold = applyFormat({ text: "one two", start: 4, end: 7 }, "bold");
    expect(bold).toEqual({ text: "one **two**", start: 6, end: 9 });
    expect(applyFormat(bold, "bold")).toEqual({ text: "one two", start: 4, end: 7 });
  });

  test("puts a dash before every chosen line, and takes it away", () => {
    const list = applyFormat({ text: "a\nb\nc", start: 2, end: 5 }, "list");
    expect(list.text).toBe("a\n- b\n- c");
    expect(applyFormat({ ...list, start: 2, end: list.end }, "list").text).toBe("a\nb\nc");
  });

  test("leaves the cursor where the address goes on", () => {
    const link = applyFormat({ text: "see here", start: 4, end: 8 }, "link");
    expect(link.text).toBe("see [here](https://)");
    expect(link.text.slice(0, link.start)).toBe("see [here](https://");
  });
});
