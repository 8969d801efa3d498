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

  test("links safe schemes only", () => {
    expect(linksIn(draw("[x](javascript:alert(1)) [y](data:text/html,z)"))).toEqual([]);
  });

  test("opens external links in a new tab", () => {
    const link = draw("[x](https://x.example/)").querySelector("a");
    expect(link?.target).toBe("_blank");
    expect(link?.rel).toBe("noopener noreferrer nofollow ugc");
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
