import { t } from "@lingui/core/macro";
import { useCallback, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { loadFailure } from "../../api/loading.ts";
import { toast } from "../../ui/toast-store.ts";
import type { PostPages } from "./post-list.tsx";

const HIGHLIGHT_MS = 2400;

export const POST_NOT_FOUND = t`Post not found`;

/** A requested post, and the number of load errors before the request. */
interface HighlightTarget {
  id: string;
  failures: number;
}

export interface HighlightOptions {
  query: PostPages;
  /** True if the post is loaded. */
  has: (postId: string) => boolean;
  loadOlder: () => void;
  /** Scrolls a loaded post into view. */
  reveal: (postId: string) => void;
}

/**
 * Scrolls to the post named by the address (`#post-…`) or by a reference, and highlights it
 * briefly. The server returns the newest posts first, so older pages are loaded until the post is
 * found.
 */
export function useHighlight({ query, has, loadOlder, reveal }: HighlightOptions) {
  const { hash, key } = useLocation();
  const { hasNextPage, isFetchingNextPage, errorUpdateCount, error } = query;
  const want = (id: string | null): HighlightTarget | null =>
    id === null ? null : { id, failures: errorUpdateCount };
  const [wanted, setWanted] = useState(() => want(targetIn(hash)));
  // A hash navigation by the browser itself keeps the router's key, so the hash is part of the
  // identity.
  const address = `${key}${hash}`;
  const [requested, setRequested] = useState(address);
  const [highlighted, setHighlighted] = useState<string | null>(null);
  if (requested !== address) {
    setRequested(address);
    setWanted(want(targetIn(hash)));
  }
  const isHere = wanted !== null && has(wanted.id);
  const failed = wanted !== null && errorUpdateCount > wanted.failures;
  useEffect(() => {
    if (wanted === null || (!isHere && isFetchingNextPage)) return;
    if (!isHere && !failed && hasNextPage) {
      loadOlder();
      return;
    }
    // oxlint-disable-next-line react/set-state-in-effect -- loaded data ends the search
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
    const timer = setTimeout(() => setHighlighted(null), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [highlighted]);
  return {
    highlighted,
    /** True while older pages are being searched. */
    isLooking: wanted !== null && !isHere,
    show: useCallback(
      (id: string) => setWanted({ id, failures: errorUpdateCount }),
      [errorUpdateCount],
    ),
    stop: () => setWanted(null),
  };
}

function targetIn(hash: string): string | null {
  return /^#post-([0-9a-z-]+)$/i.exec(hash)?.[1] ?? null;
}
