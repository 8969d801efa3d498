import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import type { TimelineRow } from "./timeline.ts";
import { NEAR_END, type VirtualRows } from "./use-virtual-rows.ts";

/** Older posts are asked for well before the reader is at the oldest one. */
const NEAR_START = 2000;

export interface ScrollOptions {
  box: RefObject<HTMLDivElement | null>;
  virtual: VirtualRows;
  /** From the oldest to the newest; what is new at the end has just arrived. */
  rows: readonly TimelineRow[];
  /** The last row is this member's own: what one writes is always brought into view. */
  lastIsOwn: boolean;
  onNearStart: () => void;
}

/**
 * Keeps the reader's place: new posts are followed only from the end, and otherwise counted until
 * the reader comes down.
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
      // A long way is taken in one step: nobody wants to watch a hundred posts go by.
      const far = fromEnd(element) > 3 * element.clientHeight;
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
      enter(rows, toEnd, reveal);
      return;
    }
    if (before === lastKey) return;
    const at = rows.findLastIndex((row) => row.key === before);
    // The last row has gone, or has been saved under another name: nothing has arrived.
    if (at === -1) return;
    if (following.current || lastIsOwn) toEnd();
    else setMissed((count) => count + rows.length - 1 - at);
  }, [rows, lastKey, lastIsOwn, toEnd, reveal]);
  // The pane changes height with the window, the keyboard and the composer.
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
    following.current = fromEnd(element) < NEAR_END;
    setAtEnd(following.current);
    if (following.current) setMissed(0);
    if (element.scrollTop < NEAR_START) onNearStart();
  };
  return { atEnd, missed, toEnd, reveal, onScroll };
}

/** A thread opens where reading stopped, or at its end. */
function enter(
  rows: readonly TimelineRow[],
  toEnd: () => void,
  reveal: (index: number) => void,
): void {
  const line = rows.findIndex((row) => row.kind === "new");
  if (line === -1) toEnd();
  else reveal(line);
}

function fromEnd(element: HTMLElement): number {
  return element.scrollHeight - element.scrollTop - element.clientHeight;
}
