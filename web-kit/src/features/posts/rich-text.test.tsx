import { cleanup, render } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { renderHtml } from "./rich-text.tsx";
import { safeHref } from "./safe-href.ts";

afterEach(cleanup);

function shown(html: string): string {
  return render(<div>{renderHtml(html)}</div>).container.firstElementChild?.innerHTML ?? "";
}

describe("the HTML of an article", () => {
  test("renders the allowed tags", () => {
    const html = "<p><b>a</b><i>b</i><em>c</em><strong>d</strong><br></p><ul><li>e</li></ul>";
    expect(shown(html)).toBe(html);
  });

  test("keeps the text of other tags without attributes", () => {
    expect(shown('<div onclick="x"><b class="y" data-z="1">kept</b></div>')).toBe("<b>kept</b>");
  });

  test("drops code and hidden data", () => {
    expect(shown("a<script>alert(1)</script><style>b{}</style><img src=x onerror=alert(1)>c")).toBe(
      "ac",
    );
  });

  test("opens external links in a new tab, with safe schemes only", () => {
    expect(shown('<a href="https://example.org/x" onclick="y">z</a>')).toContain(
      'href="https://example.org/x" target="_blank" rel="noopener noreferrer nofollow ugc"',
    );
    expect(shown('<a href="javascript:alert(1)">z</a>')).toBe("z");
    expect(shown('<a href="data:text/html,x">z</a>')).toBe("z");
  });

  test("decodes entities", () => {
    expect(shown("Bridges &amp; 1 &lt; 2")).toBe("Bridges &amp; 1 &lt; 2");
  });

  test("shows a mixed-script host in its xn-- form", () => {
    expect(shown("https://аpple.example/a")).toContain(">https://xn--pple-43d.example/a</a>");
    expect(shown('<a href="https://аpple.example/a">https://аpple.example/a</a>')).toContain(
      ">https://xn--pple-43d.example/a</a>",
    );
  });

  test("links a bare URL without the final full stop", () => {
    expect(shown("See https://example.org/a. Thanks")).toMatch(
      /^See <a href="https:\/\/example\.org\/a"[^>]*>https:\/\/example\.org\/a<\/a>\. Thanks$/,
    );
  });
});

test("safeHref accepts the specified schemes", () => {
  expect(safeHref("mailto:a@example.org")).toBe("mailto:a@example.org");
  expect(safeHref("ircs://example.org/hall")).toBe("ircs://example.org/hall");
  expect(safeHref(" jAvascript:alert(1)")).toBeNull();
  expect(safeHref("ftp://example.org")).toBeNull();
});
