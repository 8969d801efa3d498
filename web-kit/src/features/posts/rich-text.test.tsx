import { cleanup, render } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, describe, expect, test } from "vitest";
import { plainText, RichText, safeHref } from "./rich-text.tsx";

afterEach(cleanup);

function shown(html: string): string {
  const { container } = render(<RichText html={html} />);
  return container.querySelector(".rich-text")?.innerHTML ?? "";
}

describe("RichText", () => {
  test("shows the allowed tags", () => {
    const html = "<p><b>a</b><i>b</i><em>c</em><strong>d</strong><br></p><ul><li>e</li></ul>";
    expect(shown(html)).toBe(html);
  });

  test("keeps the words of other tags and none of their attributes", () => {
    expect(shown('<div onclick="x"><b class="y" data-z="1">kept</b></div>')).toBe("<b>kept</b>");
  });

  test("drops what is not words", () => {
    expect(shown("a<script>alert(1)</script><style>b{}</style><img src=x onerror=alert(1)>c")).toBe(
      "ac",
    );
  });

  test("opens links outside, and only where a link may lead", () => {
    expect(shown('<a href="https://example.org/x" onclick="y">z</a>')).toContain(
      'href="https://example.org/x" target="_blank" rel="noopener noreferrer nofollow ugc"',
    );
    expect(shown('<a href="javascript:alert(1)">z</a>')).toBe("z");
    expect(shown('<a href="data:text/html,x">z</a>')).toBe("z");
  });

  test("reads entities as the characters they stand for", () => {
    expect(shown("Bridges &amp; 1 &lt; 2")).toBe("Bridges &amp; 1 &lt; 2");
  });

  test("makes a bare address a link without its full stop", () => {
    expect(shown("See https://example.org/a. Thanks")).toMatch(
      /^See <a href="https:\/\/example\.org\/a"[^>]*>https:\/\/example\.org\/a<\/a>\. Thanks$/,
    );
  });
});

test("a name leads to whose it is, without the dot that ends the sentence", () => {
  const mentions = [
    { userId: "1", handle: "ada" },
    { userId: "2", handle: "bob." },
  ];
  const { container } = render(
    <MemoryRouter>
      <RichText html="Ask @Bob. or @ada." mentions={mentions} />
    </MemoryRouter>,
  );
  const links = [...container.querySelectorAll("a")];
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["@Bob.", "/profile/bob."],
    ["@ada", "/profile/ada"],
  ]);
  expect(container.textContent).toBe("Ask @Bob. or @ada.");
});

test("plainText is the words alone", () => {
  expect(plainText("a <b>b</b>\n c<ul><li>d</li><li>e</li></ul><script>f</script>")).toBe(
    "a b c d e",
  );
});

test("safeHref allows the catalogue's schemes", () => {
  expect(safeHref("mailto:a@example.org")).toBe("mailto:a@example.org");
  expect(safeHref("ircs://example.org/hall")).toBe("ircs://example.org/hall");
  expect(safeHref(" jAvascript:alert(1)")).toBeNull();
  expect(safeHref("ftp://example.org")).toBeNull();
});
