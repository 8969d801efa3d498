import { type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { OVERSCAN, withRow } from "../../ui/virtual-range.ts";
import { estimatedHeight } from "./row-height.ts";
import type { TimelineRow } from "./timeline.ts";

/** So near to the end a reader follows what is written. */
export const NEAR_END = 80;

export interface VirtualRowsOptions {
  box: RefObject<HTMLDivElement | null>;
  rows: readonly TimelineRow[];
  /** The row with the list's one tab stop: in the page wherever the reader is. */
  kept: number;
}

export type VirtualRows = ReturnType<typeof useVirtualRows>["virtual"];

/**
 * The rows near what is on screen; the others are only the room that they will take. Rows that come
 * in above, or that turn out taller than expected, do not move what is being read.
 */
export function useVirtualRows({ box, rows, kept }: VirtualRowsOptions) {
  const feed = useRef<HTMLDivElement>(null);
  const [above, setAbove] = useState(0);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled by React
  const virtual = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => box.current,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    estimateSize: useCallback((index: number) => estimatedHeight(rows[index]), [rows]),
    rangeExtractor: useCallback((range: Range) => withRow(kept, range), [kept]),
    overscan: OVERSCAN,
    scrollMargin: above,
    anchorTo: "end",
    scrollEndThreshold: NEAR_END,
  });
  // What stands above the rows, such as a heading, takes its place in the same scroll.
  useLayoutEffect(() => {
    const list = feed.current;
    if (list === null) return;
    const observer = new ResizeObserver(() => setAbove(list.offsetTop));
    observer.observe(list);
    if (box.current !== null) observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return { feed, above, virtual };
}
