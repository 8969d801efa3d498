import { useCallback, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { loadFailure } from "../../api/loading.ts";
import { toast } from "../../ui/toast-store.ts";
import type { PostPages } from "./post-list.tsx";

const GLOW_MS = 2400;

export const POST_NOT_FOUND = "Post not found";

/** A post that is looked for, and how often loading had failed before. */
interface Wanted {
  id: string;
  failures: number;
}

export interface HighlightOptions {
  query: PostPages;
  /** Whether a post is among those that are loaded. */
  has: (postId: string) => boolean;
  loadOlder: () => void;
  /** Brings a loaded post into view. */
  reveal: (postId: string) => void;
}

/**
 * Brings the post an address (`#post-…`) or a reference names into view and marks it for a moment.
 * The server hands out posts from the newest on: an old one is looked for page by page.
 */
export function useHighlight({ query, has, loadOlder, reveal }: HighlightOptions) {
  const { hash, key } = useLocation();
  const { hasNextPage, isFetchingNextPage, errorUpdateCount, error } = query;
  const want = (id: string | null): Wanted | null =>
    id === null ? null : { id, failures: errorUpdateCount };
  const [wanted, setWanted] = useState(() => want(namedIn(hash)));
  // Where the browser itself goes to a mark on the page, the key stays what it was.
  const address = `${key}${hash}`;
  const [asked, setAsked] = useState(address);
  const [highlighted, setHighlighted] = useState<string | null>(null);
  if (asked !== address) {
    setAsked(address);
    setWanted(want(namedIn(hash)));
  }
  const isHere = wanted !== null && has(wanted.id);
  const failed = wanted !== null && errorUpdateCount > wanted.failures;
  useEffect(() => {
    if (wanted === null || (!isHere && isFetchingNextPage)) return;
    if (!isHere && !failed && hasNextPage) {
      loadOlder();
      return;
    }
    // oxlint-disable-next-line react/set-state-in-effect -- what the server has ends the search
    setWanted(null);
    if (isHere) {
      reveal(wanted.id);
      setHighlighted(wanted.id);
    } else {
      toast.error(failed ? loadFailure(error, "posts") : POST_NOT_FOUND);
    }
  }, [wanted, isHere, failed, hasNextPage, isFetchingNextPage, error, loadOlder, reveal]);
  useEffect(() => {
    if (highlighted === null) return;
    const timer = setTimeout(() => setHighlighted(null), GLOW_MS);
    return () => clearTimeout(timer);
  }, [highlighted]);
  return {
    highlighted,
    /** Older posts are being gone through for it. */
    isLooking: wanted !== null && !isHere,
    show: useCallback(
      (id: string) => setWanted({ id, failures: errorUpdateCount }),
      [errorUpdateCount],
    ),
    stop: () => setWanted(null),
  };
}

function namedIn(hash: string): string | null {
  return /^#post-([0-9a-z-]+)$/i.exec(hash)?.[1] ?? null;
}
