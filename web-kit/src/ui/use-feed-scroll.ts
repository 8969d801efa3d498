import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { NEAR_END, type VirtualRows } from "./use-virtual-rows.ts";

/** Distance to the oldest loaded row at which older ones are requested; the same at the other end. */
const NEAR_START = 2000;

export interface ScrollRow {
  key: string;
  kind: string;
}

export interface ScrollOptions {
  box: RefObject<HTMLDivElement | null>;
  virtual: VirtualRows;
  /** From oldest to newest; new rows at the end have just arrived. */
  rows: readonly ScrollRow[];
  /** The last row is the viewer's own, which is always scrolled into view. */
  lastIsOwn: boolean;
  onNearStart: () => void;
  /** The row at which the list opens; by default the line of the new rows, or the end. */
  entry?: string | null;
  /** Loads newer rows. While it is set, the last row is not the newest. */
  onNearEnd?: (() => void) | null;
}

/**
 * Keeps the reading position: new posts are scrolled to only from the end; otherwise they are
 * counted until the reader scrolls down.
 */
export function useScroll(options: ScrollOptions) {
  const { box, virtual, rows, lastIsOwn, onNearStart, entry = null, onNearEnd = null } = options;
  const lastKey = rows.at(-1)?.key ?? "";
  const [atEnd, setAtEnd] = useState(true);
  const [missed, setMissed] = useState(0);
  const following = useRef(true);
  const seen = useRef<string | null>(null);
  const wasPartial = useRef(onNearEnd !== null);
  /** The last row that was in view; later ones are counted. */
  const followed = useRef(lastKey);
  const toEnd = useCallback(
    (behavior: "auto" | "smooth" = "auto") => {
      const element = virtual.scrollElement;
      if (element === null) return;
      // Long distances are jumped instead of animated.
      const far = distanceFromEnd(element) > 3 * element.clientHeight;
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      virtual.scrollToEnd({ behavior: far || still ? "auto" : behavior });
      following.current = true;
      setAtEnd(true);
      setMissed(0);
    },
    [virtual],
  );
  const reveal = useCallback(
    (index: number, align: "center" | "auto" = "center") => {
      following.current = false;
      virtual.scrollToIndex(index, { align });
    },
    [virtual],
  );
  useLayoutEffect(() => {
    const before = seen.current;
    seen.current = lastKey;
    const isPage = wasPartial.current;
    wasPartial.current = onNearEnd !== null;
    if (before === null) {
      scrollToEntry(rows, entry, toEnd, reveal);
      // A list that opens further up may need no scrolling, so that no event tells its position.
      requestAnimationFrame(() => {
        const element = box.current;
        if (element !== null && !following.current) {
          setAtEnd(distanceFromEnd(element) < NEAR_END);
        }
      });
      return;
    }
    // A loaded page of newer rows has not just arrived.
    if (before === lastKey || isPage) return;
    const at = rows.findLastIndex((row) => row.key === before);
    // The last row was removed or saved under another key: nothing new has arrived.
    if (at === -1) return;
    if (following.current || lastIsOwn) {
      followed.current = lastKey;
      toEnd();
      return;
    }
    // A response that predates the last rows may have removed and added them again.
    const from = rows.findLastIndex((row) => row.key === followed.current);
    const added = rows.slice(Math.max(from, 0) + 1).filter(({ kind }) => kind !== "day");
    setMissed(added.length);
  }, [box, rows, lastKey, lastIsOwn, toEnd, reveal, entry, onNearEnd]);
  // The pane changes its height with the window, the on-screen keyboard and the composer.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      if (following.current) virtual.scrollToEnd();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, virtual]);
  const onScroll = () => {
    const element = box.current;
    if (element === null) return;
    following.current = onNearEnd === null && distanceFromEnd(element) < NEAR_END;
    setAtEnd(following.current);
    if (following.current) {
      followed.current = lastKey;
      setMissed(0);
    }
    if (element.scrollTop < NEAR_START) onNearStart();
    if (distanceFromEnd(element) < NEAR_START) onNearEnd?.();
  };
  return { atEnd, missed, toEnd, reveal, onScroll };
}

/** Initial scroll position: the requested row, the first unread one, or the end. */
function scrollToEntry(
  rows: readonly ScrollRow[],
  entry: string | null,
  toEnd: () => void,
  reveal: (index: number) => void,
): void {
  const line = rows.findIndex((row) => (entry === null ? row.kind === "new" : row.key === entry));
  if (line === -1) toEnd();
  else reveal(line);
}

function distanceFromEnd(element: HTMLElement): number {
  return element.scrollHeight - element.scrollTop - element.clientHeight;
}
