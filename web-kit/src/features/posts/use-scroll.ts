import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import type { TimelineRow } from "./timeline.ts";
import { NEAR_END, type VirtualRows } from "./use-virtual-rows.ts";

/** Distance to the oldest loaded post at which older ones are requested. */
const NEAR_START = 2000;

export interface ScrollOptions {
  box: RefObject<HTMLDivElement | null>;
  virtual: VirtualRows;
  /** From oldest to newest; new rows at the end have just arrived. */
  rows: readonly TimelineRow[];
  /** The last row is the viewer's own, which is always scrolled into view. */
  lastIsOwn: boolean;
  onNearStart: () => void;
}

/**
 * Keeps the reading position: new posts are scrolled to only from the end; otherwise they are
 * counted until the reader scrolls down.
 */
export function useScroll({ box, virtual, rows, lastIsOwn, onNearStart }: ScrollOptions) {
  const lastKey = rows.at(-1)?.key ?? "";
  const [atEnd, setAtEnd] = useState(true);
  const [missed, setMissed] = useState(0);
  const following = useRef(true);
  const seen = useRef<string | null>(null);
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
    if (before === null) {
      scrollToEntry(rows, toEnd, reveal);
      return;
    }
    if (before === lastKey) return;
    const at = rows.findLastIndex((row) => row.key === before);
    // The last row was removed or saved under another key: nothing new has arrived.
    if (at === -1) return;
    if (following.current || lastIsOwn) toEnd();
    else setMissed((count) => count + rows.length - 1 - at);
  }, [rows, lastKey, lastIsOwn, toEnd, reveal]);
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
    following.current = distanceFromEnd(element) < NEAR_END;
    setAtEnd(following.current);
    if (following.current) setMissed(0);
    if (element.scrollTop < NEAR_START) onNearStart();
  };
  return { atEnd, missed, toEnd, reveal, onScroll };
}

/** Initial scroll position: the first unread post, or the end. */
function scrollToEntry(
  rows: readonly TimelineRow[],
  toEnd: () => void,
  reveal: (index: number) => void,
): void {
  const line = rows.findIndex((row) => row.kind === "new");
  if (line === -1) toEnd();
  else reveal(line);
}

function distanceFromEnd(element: HTMLElement): number {
  return element.scrollHeight - element.scrollTop - element.clientHeight;
}
