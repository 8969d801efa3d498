import type { TextSegment } from "../../content/markup.ts";
import { safeHref } from "./safe-href.ts";

/** The source of a quotation, and the quotation without it. */
export interface QuoteSource {
  /** The author's name. */
  name: readonly TextSegment[];
  /** Path of the quoted post. */
  path: string;
  pieces: readonly TextSegment[];
}

const POST_PATH = /^\/communities\/[^/]+\/threads\/[^/#?]+#post-[^/]+$/;

/**
 * The source of a quotation whose first line is a link to a post on this site and a colon; null for
 * other quotations.
 */
export function quoteSource(pieces: readonly TextSegment[]): QuoteSource | null {
  const [link, colon, ...rest] = pieces;
  if (link?.kind !== "link" || colon?.kind !== "text") return null;
  const [line, ...lines] = colon.text.split("\n");
  const path = postPathOf(link.address);
  if (line !== ":" || path === null) return null;
  const after = lines.join("\n");
  const quoted = after === "" ? rest : [{ ...colon, text: after }, ...rest];
  return { name: link.pieces, path, pieces: quoted };
}

function postPathOf(address: string): string | null {
  const href = safeHref(address);
  if (href === null) return null;
  const { origin, pathname, search, hash } = new URL(href);
  const path = pathname + search + hash;
  return origin === window.location.origin && POST_PATH.test(path) ? path : null;
}
