import { createElement, Fragment, type ReactNode } from "react";
import { shownAddress } from "../../content/host.ts";
import { addressesIn } from "../../content/markup.ts";
import { safeHref } from "./safe-href.ts";
import { Anchor, drawPieces } from "./typed-text.tsx";

/** The tags that become elements: documents and articles are written in markdown. */
const ALLOWED: ReadonlySet<string> = new Set([
  ..."b i em strong a p br ul ol li".split(" "),
  ..."h1 h2 h3 h4 h5 h6 blockquote code pre hr del sup".split(" "),
  ..."table thead tbody tr th td".split(" "),
]);
/** Blank space inside these is layout, not text. */
const LAYOUT = new Set(["ul", "ol", "table", "thead", "tbody", "tr"]);
/** An address in these is an example, or leads somewhere already. */
const VERBATIM = new Set(["code", "pre"]);
/** Their words are code or hidden data, never part of what someone wrote. */
const DROPPED = new Set(["script", "style", "template", "iframe", "object", "noscript", "title"]);
const NO_HANDLES: ReadonlySet<string> = new Set();

/**
 * HTML that the server made of markdown. It is parsed, not injected: only the allowed tags become
 * elements and only a link keeps an attribute, so a fault on the server cannot become markup here.
 */
export function renderHtml(html: string): ReactNode[] {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  return renderChildren(parsed.body, { linked: false, verbatim: false });
}

/** What the words stand in. */
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
  if (DROPPED.has(tag)) return null;
  if (tag === "br" || tag === "hr") return createElement(tag, { key });
  if (tag === "a") return renderLink(node, key, setting);
  const verbatim = setting.verbatim || VERBATIM.has(tag);
  const children = renderChildren(node, { ...setting, verbatim });
  if (!ALLOWED.has(tag)) return <Fragment key={key}>{children}</Fragment>;
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

/** A bare address becomes a link; blank space between list items or cells is layout, not text. */
function renderText(node: Text, key: number, { linked, verbatim }: Setting): ReactNode {
  const text = node.data;
  const within = node.parentElement?.localName ?? "";
  if (LAYOUT.has(within) && text.trim() === "") return null;
  if (verbatim) return <Fragment key={key}>{text}</Fragment>;
  // The words of a link may be an address themselves.
  if (linked) return <Fragment key={key}>{shownAddress(text)}</Fragment>;
  const pieces = drawPieces(addressesIn(text), { handles: NO_HANDLES, linked: false });
  return <Fragment key={key}>{pieces}</Fragment>;
}
