import { createElement, Fragment, type ReactNode } from "react";
import { displayAddress } from "../../content/host.ts";
import { addressesIn } from "../../content/markup.ts";
import { safeHref } from "./safe-href.ts";
import { Anchor, renderPieces } from "./typed-text.tsx";

/** The rendered tags; documents and articles are written in Markdown. */
const ALLOWED_TAGS: ReadonlySet<string> = new Set([
  ..."b i em strong a p br ul ol li".split(" "),
  ..."h1 h2 h3 h4 h5 h6 blockquote code pre hr del sup".split(" "),
  ..."table thead tbody tr th td".split(" "),
]);
/** Whitespace inside these is layout, not text. */
const LAYOUT_TAGS = new Set(["ul", "ol", "table", "thead", "tbody", "tr"]);
/** URLs inside these are examples, or links already, and are not linked. */
const VERBATIM_TAGS = new Set(["code", "pre"]);
/** Their content is code or hidden data and is never rendered. */
const DROPPED_TAGS = new Set([
  "script",
  "style",
  "template",
  "iframe",
  "object",
  "noscript",
  "title",
]);
const NO_HANDLES: ReadonlySet<string> = new Set();

/**
 * Renders HTML that the server generated from Markdown. It is parsed, not injected: only allowed
 * tags become elements, and only links keep an attribute. A fault on the server cannot become
 * markup here.
 */
export function renderHtml(html: string): ReactNode[] {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  return renderChildren(parsed.body, { linked: false, verbatim: false });
}

/** Properties of the enclosing elements. */
interface Setting {
  linked: boolean;
  verbatim: boolean;
}

function renderChildren(parent: Node, setting: Setting): ReactNode[] {
  return [...parent.childNodes].map((child, at) => renderNode(child, at, setting));
}

function renderNode(node: Node, key: number, setting: Setting): ReactNode {
  if (node instanceof Text) return renderText(node, key, setting);
  if (!(node instanceof Element)) return null;
  const tag = node.localName;
  if (DROPPED_TAGS.has(tag)) return null;
  if (tag === "br" || tag === "hr") return createElement(tag, { key });
  if (tag === "a") return renderLink(node, key, setting);
  const verbatim = setting.verbatim || VERBATIM_TAGS.has(tag);
  const children = renderChildren(node, { ...setting, verbatim });
  if (!ALLOWED_TAGS.has(tag)) return <Fragment key={key}>{children}</Fragment>;
  return createElement(tag, { key }, ...children);
}

function renderLink(node: Element, key: number, setting: Setting): ReactNode {
  const href = safeHref(node.getAttribute("href"));
  const children = renderChildren(node, { ...setting, linked: true });
  return (
    <Anchor key={key} href={href}>
      {children}
    </Anchor>
  );
}

/** Bare URLs become links; whitespace between list items or cells is dropped. */
function renderText(node: Text, key: number, { linked, verbatim }: Setting): ReactNode {
  const text = node.data;
  const within = node.parentElement?.localName ?? "";
  if (LAYOUT_TAGS.has(within) && text.trim() === "") return null;
  if (verbatim) return <Fragment key={key}>{text}</Fragment>;
  // A link's own text may be a URL.
  if (linked) return <Fragment key={key}>{displayAddress(text)}</Fragment>;
  const pieces = renderPieces(addressesIn(text), { handles: NO_HANDLES, linked: false });
  return <Fragment key={key}>{pieces}</Fragment>;
}
