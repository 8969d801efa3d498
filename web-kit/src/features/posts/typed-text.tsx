import { clsx } from "clsx";
import { Fragment, type ReactNode, useMemo } from "react";
import { Link } from "react-router";
import type { PostMention } from "../../api/types.ts";
import { displayAddress } from "../../content/host.ts";
import { type Item, parse, type TextSegment } from "../../content/markup.ts";
import { MENTION, resolveHandle } from "./mention.ts";
import { quoteSource } from "./quote-source.ts";
import { safeHref } from "./safe-href.ts";

const NOBODY: readonly PostMention[] = [];

export interface TypedTextProps {
  /** As typed: text with Markdown, never HTML. */
  text: string;
  /** Members mentioned according to the server; their handles become links. */
  mentions?: readonly PostMention[];
  className?: string;
}

/** Renders typed text: every character of it, with its markup applied. */
export function TypedText({ text, mentions = NOBODY, className }: TypedTextProps) {
  const nodes = useMemo(() => {
    const handles = new Set(mentions.map(({ handle }) => handle.toLowerCase()));
    return renderPieces(parse(text), { handles, linked: false });
  }, [text, mentions]);
  return (
    <div dir="auto" className={clsx(LINK_CLASS, className)}>
      {nodes}
    </div>
  );
}

/** Spaces and line breaks are preserved. */
const LINK_CLASS = clsx(
  "rich-text whitespace-pre-wrap wrap-anywhere [&_b]:font-semibold",
  "[&_ul]:my-1 [&_ul]:list-disc [&_ul]:ps-5 [&_ol]:my-1 [&_ol]:list-decimal [&_ol]:ps-7",
  "[&_code]:rounded-xs [&_code]:bg-sunken [&_code]:px-1 [&_code]:font-mono [&_code]:text-[0.92em]",
  "[&_pre_code]:bg-transparent [&_pre_code]:p-0",
);

interface Setting {
  handles: ReadonlySet<string>;
  /** True inside a link, where no other link may be nested. */
  linked: boolean;
}

export function renderPieces(pieces: readonly TextSegment[], setting: Setting): ReactNode[] {
  return pieces.map((piece, at) => drawPiece(piece, at, setting));
}

function drawPiece(piece: TextSegment, key: number, setting: Setting): ReactNode {
  switch (piece.kind) {
    case "text":
      return <Fragment key={key}>{renderText(piece.text, setting)}</Fragment>;
    case "address":
      return <Address key={key} address={piece.text} />;
    case "bold":
      return <b key={key}>{renderPieces(piece.pieces, setting)}</b>;
    case "italic":
      return <i key={key}>{renderPieces(piece.pieces, setting)}</i>;
    case "link":
      return (
        <Anchor key={key} href={safeHref(piece.address)}>
          {renderPieces(piece.pieces, { ...setting, linked: true })}
        </Anchor>
      );
    case "code":
      return <code key={key}>{piece.text}</code>;
    case "list":
      return <ul key={key}>{renderItems(piece.items, setting)}</ul>;
    case "orderedList": {
      const [first] = piece.items;
      return (
        <ol key={key} start={first === undefined ? 1 : numberOf(first)}>
          {renderItems(piece.items, setting, true)}
        </ol>
      );
    }
    case "codeBlock":
      return <CodeBlock key={key} lines={piece.lines} />;
    case "quote":
      return <Quotation key={key} pieces={piece.pieces} setting={setting} />;
  }
}

function renderItems(items: readonly Item[], setting: Setting, isOrdered = false): ReactNode[] {
  return items.map((item, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- the lines of a text keep their order
    <li key={at} value={isOrdered ? numberOf(item) : undefined}>
      {renderPieces(item.pieces, setting)}
    </li>
  ));
}

/** The number as typed: two dates one below the other are a list too. */
function numberOf({ marker }: Item): number {
  return Number.parseInt(marker, 10);
}

/** Lines of code keep their length; a long one scrolls. */
function CodeBlock({ lines }: { lines: readonly string[] }) {
  return (
    <pre
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
      tabIndex={0}
      dir="ltr"
      className="my-1.5 overflow-x-auto rounded-sm bg-sunken px-3 py-2 text-start whitespace-pre"
    >
      <code>{lines.join("\n")}</code>
    </pre>
  );
}

/** A quotation; one with a source has the author as a caption that leads to the post. */
function Quotation({ pieces, setting }: { pieces: readonly TextSegment[]; setting: Setting }) {
  const source = quoteSource(pieces);
  if (source === null) {
    return <blockquote className={QUOTE_CLASS}>{renderPieces(pieces, setting)}</blockquote>;
  }
  return (
    <figure className={QUOTE_CLASS}>
      <figcaption className="text-13">
        <Link to={source.path} className="link font-strong">
          {renderPieces(source.name, { ...setting, linked: true })}
        </Link>
        :
      </figcaption>
      <blockquote>{renderPieces(source.pieces, setting)}</blockquote>
    </figure>
  );
}

const QUOTE_CLASS = "my-1 border-s-2 border-brand-line ps-3 text-ink-2";

function Address({ address }: { address: string }) {
  return <Anchor href={safeHref(address)}>{displayAddress(address)}</Anchor>;
}

/** An external link; without a safe target only its text is rendered. */
export function Anchor({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return <>{children}</>;
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

/** Renders handles of mentioned members as links. */
function renderText(text: string, { handles, linked }: Setting): ReactNode[] {
  // A link's own text may be a URL.
  if (linked) return [displayAddress(text)];
  if (handles.size === 0) return [text];
  const parts: ReactNode[] = [];
  let from = 0;
  for (const { index, 1: word = "" } of text.matchAll(MENTION)) {
    const handle = resolveHandle(word, handles);
    if (handle === null) continue;
    const end = index + 1 + handle.length;
    parts.push(
      text.slice(from, index),
      <Mention key={index} handle={handle} words={text.slice(index, end)} />,
    );
    from = end;
  }
  return [...parts, text.slice(from)];
}

function Mention({ handle, words }: { handle: string; words: string }) {
  return (
    <Link to={`/profile/${handle}`} className="link font-strong">
      {words}
    </Link>
  );
}
