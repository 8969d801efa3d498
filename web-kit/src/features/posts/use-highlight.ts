import { type RefObject, useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { Post } from "../../api/types.ts";

const GLOW_MS = 2400;
/** An address may name a post of long ago; the reader is not taken through the whole archive. */
const MOST_PAGES = 10;
const PAGE = 100;

/** Brings the post an address (`#post-…`) or a reference names into view and marks it for a moment. */
export function useHighlight(
  box: RefObject<HTMLDivElement | null>,
  posts: readonly Post[],
  loadOlder: () => void,
  hasOlder: boolean,
) {
  const { hash, key } = useLocation();
  const named = /^#post-([0-9a-f-]+)$/i.exec(hash)?.[1] ?? null;
  const [wanted, setWanted] = useState<string | null>(named);
  const [asked, setAsked] = useState(key);
  const [highlighted, setHighlighted] = useState<string | null>(null);
  if (asked !== key) {
    setAsked(key);
    setWanted(named);
  }
  const loaded = posts.length;
  const isHere = wanted !== null && posts.some((post) => post.id === wanted);

  useEffect(() => {
    if (wanted === null) return;
    if (isHere) {
      box.current
        ?.querySelector(`#post-${CSS.escape(wanted)}`)
        ?.scrollIntoView({ block: "center" });
      setHighlighted(wanted);
      setWanted(null);
    } else if (hasOlder && loaded < MOST_PAGES * PAGE) {
      loadOlder();
    } else {
      setWanted(null);
    }
    // oxlint-disable-next-line react/exhaustive-deps -- asks again only when more has been loaded
  }, [wanted, isHere, hasOlder, loaded]);

  useEffect(() => {
    if (highlighted === null) return;
    const timer = setTimeout(() => setHighlighted(null), GLOW_MS);
    return () => clearTimeout(timer);
  }, [highlighted]);

  return { highlighted, show: setWanted };
}
