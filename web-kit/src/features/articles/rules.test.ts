import { describe, expect, test } from "vitest";
import { formatArticle } from "./editor/format.ts";
import { markdownToHtml } from "./editor/markdown.ts";
import { countWords } from "../../content/word-count.ts";
import { checkContent, readingMinutes, TOO_LONG } from "./rules.ts";

const words = (count: number) => Array.from({ length: count }, () => "word").join(" ");

describe("an article's length", () => {
  test("counts words between any whitespace", () => {
    expect(countWords("").words).toBe(0);
    expect(countWords("  one\ttwo\nthree\u00a0four  ").words).toBe(4);
    expect(countWords("# A heading, and — a dash").words).toBe(7);
  });

  test("is between 1 and 1,600 words", () => {
    expect(checkContent(words(1600))).toBeNull();
    expect(checkContent(words(1601))).toBe("Article exceeds maximum length of 1600 words");
    expect(TOO_LONG).toBe("Article exceeds maximum length of 1600 words");
    expect(checkContent("")).toBe("Input is required");
    expect(checkContent("桥".repeat(1600))).toBeNull();
    expect(checkContent("桥".repeat(1601))).toBe(TOO_LONG);
  });

  test("shows the reading time, at least a minute", () => {
    expect(readingMinutes("three short words")).toBe(1);
    expect(readingMinutes(words(1100))).toBe(5);
    expect(readingMinutes("桥".repeat(1500))).toBe(3);
  });
});

describe("the toolbar", () => {
  const at = (text: string, start: number, end = start) => ({ text, start, end });

  test("toggles headings and quotes for lines", () => {
    const heading = formatArticle(at("One\nTwo", 5), "heading");
    expect(heading.text).toBe("One\n## Two");
    expect(formatArticle(heading, "heading").text).toBe("One\nTwo");
    expect(formatArticle(at("One\nTwo", 0, 7), "quote").text).toBe("> One\n> Two");
  });

  test("numbers the selected lines and keeps the selection", () => {
    const numbered = formatArticle(at("One\nTwo", 0, 7), "numbers");
    expect(numbered).toEqual({ text: "1. One\n2. Two", start: 0, end: 13 });
    expect(formatArticle(numbered, "numbers").text).toBe("One\nTwo");
  });

  test("formats words like a post's toolbar", () => {
    expect(formatArticle(at("One two", 4, 7), "bold").text).toBe("One **two**");
  });
});

describe("the preview", () => {
  test("renders Markdown as the server does", () => {
    const html = markdownToHtml("## Piers\n\n- ~~one~~ **two**\n\n| a |\n|---|\n| b |");
    expect(html).toContain("<h2>Piers</h2>");
    expect(html).toContain("<del>one</del> <strong>two</strong>");
    expect(html).toContain("<td>b</td>");
  });

  test("omits raw HTML and images", () => {
    const html = markdownToHtml('<img src="x" onerror="y">\n\n<b>bold</b> ![a](b.png)');
    expect(html).not.toMatch(/<img|<b>|onerror/);
  });
});
