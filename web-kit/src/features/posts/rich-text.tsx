import { clsx } from "clsx";
import { createElement, Fragment, type ReactNode, useMemo } from "react";
import { Link } from "react-router";
import type { PostMention } from "../../api/types.ts";
import { MENTION, meant } from "./mention.ts";

/** The tags that become elements. */
export type Tags = ReadonlySet<string>;

const ALLOWED: Tags = new Set(["b", "i", "em", "strong", "a", "p", "br", "ul", "ol", "li"]);
/** What longer texts may hold: documents and articles, written in markdown. */
export const DOCUMENT_TAGS: Tags = new Set([
  ...ALLOWED,
  ..."h1 h2 h3 h4 h5 h6 blockquote code pre hr del sup".split(" "),
  ..."table thead tbody tr th td".split(" "),
]);
/** Blank space inside these is layout, not text. */
const LAYOUT: Tags = new Set(["ul", "ol", "table", "thead", "tbody", "tr"]);
/** An address in these is an example, or leads somewhere already. */
const VERBATIM: Tags = new Set(["code", "pre"]);
/** Their words are code or hidden data, never part of what someone wrote. */
const DROPPED = new Set(["script", "style", "template", "iframe", "object", "noscript", "title"]);
const LINK_SCHEMES = new Set(["http:", "https:", "mailto:", "irc:", "ircs:", "xmpp:"]);
const ADDRESS = /https?:\/\/[^\s<>"']+[^\s<>"'.,:!?)\]]/g;

const NOBODY: readonly PostMention[] = [];

export interface RichTextProps {
  html: string;
  /** Whose handles lead to them: those whom the server says it names. */
  mentions?: readonly PostMention[];
  className?: string;
}

/** How words are drawn: with which tags, whether links may be in them, and whom they may name. */
interface Setting {
  tags: Tags;
  linked: boolean;
  named: ReadonlySet<string>;
}

/**
 * Shows content the server has sanitised. It is parsed, not injected: only the allowed tags become
 * elements and only a link keeps an attribute, so a fault on the server cannot become markup here.
 */
export function RichText({ html, mentions = NOBODY, className }: RichTextProps) {
  const nodes = useMemo(() => renderHtml(html, ALLOWED, mentions), [html, mentions]);
  return (
    <div dir="auto" className={clsx(look, className)}>
      {nodes}
    </div>
  );
}

/** Line breaks count, lists look like lists. */
const look =
  "rich-text whitespace-pre-line wrap-anywhere [&_:is(b,strong)]:font-semibold [&_p+p]:mt-2 " +
  "[&_:is(ul,ol)]:my-1 [&_:is(ul,ol)]:ps-5 [&_:is(ul,ol)]:whitespace-normal [&_ol]:list-decimal [&_ul]:list-disc";

export function renderHtml(
  html: string,
  tags: Tags = ALLOWED,
  mentions: readonly PostMention[] = NOBODY,
): ReactNode[] {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const named = new Set(mentions.map(({ handle }) => handle.toLowerCase()));
  return renderChildren(parsed.body, { tags, linked: false, named });
}

/** The words alone, for excerpts, comparison and screen readers. */
export function plainText(html: string): string {
  const parsed = new DOMParser().parseFromString(
    html.replaceAll(/<\/?(?:li|p|br)[^>]*>/gi, " $&"),
    "text/html",
  );
  for (const element of parsed.body.querySelectorAll([...DROPPED].join(","))) element.remove();
  return (parsed.body.textContent ?? "").replaceAll(/\s+/g, " ").trim();
}

function renderChildren(parent: Node, setting: Setting): ReactNode[] {
  return [...parent.childNodes].map((child, at) => renderNode(child, at, setting));
}

function renderNode(node: Node, key: number, setting: Setting): ReactNode {
  if (node instanceof Text) return renderText(node, key, setting);
  if (!(node instanceof Element)) return null;
  const tag = node.localName;
  if (DROPPED.has(tag)) return null;
  if (tag === "br") return <br key={key} />;
  const { tags, linked } = setting;
  if (tag === "hr") return tags.has(tag) ? <hr key={key} /> : null;
  if (tag === "a") return renderLink(node, key, setting);
  const children = renderChildren(node, { ...setting, linked: linked || VERBATIM.has(tag) });
  if (!tags.has(tag)) return <Fragment key={key}>{children}</Fragment>;
  return createElement(tag, { key }, ...children);
}

function renderLink(node: Element, key: number, setting: Setting): ReactNode {
  const children = renderChildren(node, { ...setting, linked: true });
  const href = safeHref(node.getAttribute("href"));
  if (href === null) return <Fragment key={key}>{children}</Fragment>;
  return (
    <Anchor key={key} href={href}>
      {children}
    </Anchor>
  );
}

function Anchor({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className="link underline"
    >
      {children}
    </a>
  );
}

/** A bare address and a name become links; blank space between list items or cells is layout, not text. */
function renderText(node: Text, key: number, { linked, named }: Setting): ReactNode {
  const text = node.data;
  const within = node.parentElement?.localName ?? "";
  if (LAYOUT.has(within) && text.trim() === "") return null;
  if (linked) return <Fragment key={key}>{text}</Fragment>;
  const parts = between(text, ADDRESS, renderAddress, (words, from) =>
    between(
      words,
      MENTION,
      (found, at) => renderMention(found, named, from + at),
      (plain) => [plain],
    ),
  );
  return <Fragment key={key}>{parts}</Fragment>;
}

/** What is found in a text is drawn one way, what stands between another. */
function between(
  text: string,
  pattern: RegExp,
  renderFound: (found: string, at: number) => ReactNode,
  renderRest: (rest: string, from: number) => ReactNode[],
): ReactNode[] {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    const found = renderFound(match[0], match.index);
    if (found === null) continue;
    parts.push(...renderRest(text.slice(from, match.index), from), found);
    from = match.index + match[0].length;
  }
  parts.push(...renderRest(text.slice(from), from));
  return parts;
}

function renderAddress(address: string, at: number): ReactNode {
  const href = safeHref(address);
  return href === null ? null : (
    <Anchor key={at} href={href}>
      {address}
    </Anchor>
  );
}

/** A name leads to whose it is; dots after it end the sentence. */
function renderMention(mention: string, named: ReadonlySet<string>, at: number): ReactNode {
  const handle = meant(mention.slice(1), named);
  if (handle === null) return null;
  const end = handle.length + 1;
  return (
    <Fragment key={at}>
      <Link to={`/profile/${handle}`} className="link font-strong">
        {mention.slice(0, end)}
      </Link>
      {mention.slice(end)}
    </Fragment>
  );
}

export function safeHref(href: string | null): string | null {
  if (href === null) return null;
  try {
    const url = new URL(href, window.location.origin);
    return LINK_SCHEMES.has(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}
