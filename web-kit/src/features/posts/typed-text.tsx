import { clsx } from "clsx";
import { Fragment, type ReactNode, useMemo } from "react";
import { Link } from "react-router";
import type { PostMention } from "../../api/types.ts";
import { displayAddress } from "../../content/host.ts";
import { parse, type TextSegment } from "../../content/markup.ts";
import { MENTION, resolveHandle } from "./mention.ts";
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
const LINK_CLASS =
  "rich-text whitespace-pre-wrap wrap-anywhere [&_b]:font-semibold [&_ul]:my-1 [&_ul]:ps-5 [&_ul]:list-disc";

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
    case "list":
      return (
        <ul key={key}>
          {piece.items.map((item, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the lines of a text keep their order
            <li key={at}>{renderPieces(item.pieces, setting)}</li>
          ))}
        </ul>
      );
  }
}

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
