import { cleanup, render } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, describe, expect, test } from "vitest";
import type { PostMention } from "../../api/types.ts";
import { toContent } from "./markup.ts";
import { TypedText } from "./typed-text.tsx";

afterEach(cleanup);

function draw(text: string, mentions: readonly PostMention[] = []) {
  const page = (
    <MemoryRouter>
      <TypedText text={text} mentions={mentions} />
    </MemoryRouter>
  );
  return render(page).container;
}

function linksIn(container: HTMLElement) {
  const links = [...container.querySelectorAll("a")];
  return links.map((link) => [link.textContent, link.getAttribute("href")]);
}

test.each([
  "https://maps.example/?a=1&region=eu&section=2&copy=3",
  "R&D &amp; &lt;b&gt; &nbsp; &copy",
  "<b>bold</b> <img src=x onerror=y> <script>alert(1)</script> </div>",
  "x<y and  two blanks\n\tand a tab",
  "<!-- note --> <![CDATA[x]]> <?xml?>",
])("shows %s as typed", (typed) => {
  const container = draw(toContent(typed));
  expect(container.textContent).toBe(typed);
  expect(container.querySelector("b, img, script")).toBeNull();
});

test("links a URL as typed", () => {
  const address = "https://maps.example/?a=1&region=eu&section=2&copy=3";
  expect(linksIn(draw(`See ${address}.`))).toEqual([[address, address]]);
});

describe("markup", () => {
  test("renders bold, italics, links and lists", () => {
    const container = draw("**a** _b_ [c](https://x.example/c)\n- d\n- e");
    expect(container.querySelector("b")?.textContent).toBe("a");
    expect(container.querySelector("i")?.textContent).toBe("b");
    expect(linksIn(container)).toEqual([["c", "https://x.example/c"]]);
    const items = [...container.querySelectorAll("ul > li")].map((item) => item.textContent);
    expect(items).toEqual(["d", "e"]);
  });

  test("renders quotes, also one inside another", () => {
    const container = draw("> **a**\n> > b\nc");
    const [outer, inner] = container.querySelectorAll("blockquote");
    expect(outer?.querySelector("b")?.textContent).toBe("a");
    expect([inner?.textContent, inner?.parentElement]).toEqual(["b", outer]);
    expect(container.textContent).toBe("abc");
  });

  test("renders code as typed, without links, mentions and markup", () => {
    const mentions = [{ userId: "1", handle: "ada" }];
    const container = draw("`**a** @ada https://x.example/` @ada", mentions);
    expect(container.querySelector("code")?.textContent).toBe("**a** @ada https://x.example/");
    expect(linksIn(container)).toEqual([["@ada", "/profile/ada"]]);
  });

  test("renders a block of code that the keyboard can scroll", () => {
    const block = draw("```rust\nlet a = 1\n  - b\n```\nc").querySelector("pre");
    expect(block?.querySelector("code")?.textContent).toBe("let a = 1\n  - b");
    expect(block?.tabIndex).toBe(0);
  });

  test("numbers an ordered list as typed", () => {
    const list = draw("24. a\n31. b").querySelector("ol");
    expect(list?.start).toBe(24);
    const items = [...(list?.querySelectorAll("li") ?? [])];
    expect(items.map((item) => [item.value, item.textContent])).toEqual([
      [24, "a"],
      [31, "b"],
    ]);
  });

  test("links safe schemes only", () => {
    expect(linksIn(draw("[x](javascript:alert(1)) [y](data:text/html,z)"))).toEqual([]);
  });

  test("opens external links in a new tab", () => {
    const link = draw("[x](https://x.example/)").querySelector("a");
    expect(link?.target).toBe("_blank");
    expect(link?.rel).toBe("noopener noreferrer nofollow ugc");
  });
});

describe("a quotation with its source", () => {
  const path = "/communities/c/threads/t#post-p";

  test("has the author as a caption that leads to the post", () => {
    const container = draw(`> [Ada](${window.location.origin}${path}):\n> Steel remembers\nYes`);
    const link = container.querySelector("figcaption a");
    expect([link?.textContent, link?.getAttribute("href")]).toEqual(["Ada", path]);
    expect(link?.getAttribute("target")).toBeNull();
    expect(container.querySelector("blockquote")?.textContent).toBe("Steel remembers");
    expect(container.textContent).toBe("Ada:Steel remembersYes");
  });

  test.each([
    `> [Ada](https://other.example${path}):\n> a`,
    `> [Ada](${window.location.origin}/settings):\n> a`,
    `> [Ada](${window.location.origin}${path}) wrote:\n> a`,
    "> Ada:\n> a",
  ])("is a plain quotation without a post of this site: %s", (text) => {
    expect(draw(text).querySelector("figcaption")).toBeNull();
  });
});

test("shows a mixed-script host in its xn-- form", () => {
  expect(linksIn(draw("https://аpple.example/a"))).toEqual([
    ["https://xn--pple-43d.example/a", "https://xn--pple-43d.example/a"],
  ]);
});

test("links a mention without the full stop of the sentence", () => {
  const mentions = [
    { userId: "1", handle: "ada" },
    { userId: "2", handle: "bob." },
  ];
  const container = draw("Ask @Bob. or @ada.", mentions);
  expect(linksIn(container)).toEqual([
    ["@Bob.", "/profile/bob."],
    ["@ada", "/profile/ada"],
  ]);
  expect(container.textContent).toBe("Ask @Bob. or @ada.");
});
