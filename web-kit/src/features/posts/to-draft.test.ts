import { describe, expect, test } from "vitest";
import { toContent } from "./markup.ts";
import { toDraft } from "./to-draft.ts";

describe("toDraft", () => {
  test.each([
    ["plain words", "One cable at a time.\nNever two.", "One cable at a time.\nNever two."],
    ["bold and italics", "Use <b>two</b> gauges, <i>always</i>.", "Use **two** gauges, _always_."],
    ["other names of the tags", "<strong>a</strong> <em>b</em>", "**a** _b_"],
    ["a link", 'see <a href="https://a.example/x">it</a>', "see [it](https://a.example/x)"],
    [
      "a list",
      "Bring:<ul><li>gloves</li><li>a lamp</li></ul>Thanks",
      "Bring:\n- gloves\n- a lamp\nThanks",
    ],
    ["a list at the end", "<ul><li>gloves</li></ul>", "- gloves"],
    ["paragraphs", "<p>One</p><p>Two</p>", "One\n\nTwo"],
    ["line breaks", "One<br>Two", "One\nTwo"],
    ["bold within a list", "<ul><li><b>two</b> gauges</li></ul>", "- **two** gauges"],
  ])("writes %s as the composer does", (_, content, draft) => {
    expect(toDraft(content)).toBe(draft);
  });

  test.each([
    ["in the middle of a word", "an<i>chor</i>age", "an<i>chor</i>age"],
    ["with a star inside", "<b>2 * 3</b>", "<b>2 * 3</b>"],
    ["side by side", "<b>a</b><b>b</b>", "<b>a</b><b>b</b>"],
    ["counted", "<ol><li>one</li><li>two</li></ol>", "<ol><li>one</li><li>two</li></ol>"],
    [
      "to an address with brackets",
      '<a href="https://a.example/(x)">it</a>',
      '<a href="https://a.example/(x)">it</a>',
    ],
  ])("keeps tags for what the marks cannot say: %s", (_, content, draft) => {
    expect(toDraft(content)).toBe(draft);
  });

  test.each([
    "One cable at a time.\nNever two.",
    'Use <b>two</b> gauges, <i>always</i>, see <a href="https://example.org/a">the note</a>',
    "Bring:<ul><li>gloves</li><li>a <b>big</b> lamp</li></ul>Thank you",
    "if x< y then 1 < 2",
    "the tag &lt;b&gt; and the sign &amp;amp;",
    "an<i>chor</i>age and <b>2 * 3</b>",
    "<b><i>both</i></b>",
  ])("comes back as it was: %s", (content) => {
    const shown = (html: string) =>
      new DOMParser().parseFromString(html, "text/html").body.innerHTML;
    expect(shown(toContent(toDraft(content)))).toBe(shown(content));
  });
});
