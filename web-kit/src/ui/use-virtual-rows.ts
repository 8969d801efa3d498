import { type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { OVERSCAN, rangeWithRow } from "./virtual-range.ts";

/** Distance to the end within which new posts are followed. */
export const NEAR_END = 80;

export interface VirtualRowsOptions<Row extends { key: string }> {
  box: RefObject<HTMLDivElement | null>;
  rows: readonly Row[];
  /** Estimated height of a row until it has been measured; a stable function. */
  estimate: (row: Row | undefined) => number;
  /** The row with the list's single tab stop, which is always rendered. */
  kept: number;
  /** False while newer rows are not loaded: rows added at the end do not move the position. */
  follows?: boolean;
}

export type VirtualRows = ReturnType<typeof useVirtualRows>["virtual"];

/**
 * Renders only the rows near the viewport and reserves space for the others. Rows inserted above,
 * or taller than estimated, do not move the reading position.
 */
export function useVirtualRows<Row extends { key: string }>({
  box,
  rows,
  estimate,
  kept: stored,
  follows = true,
}: VirtualRowsOptions<Row>) {
  const feed = useRef<HTMLDivElement>(null);
  const [above, setAbove] = useState(0);
  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not used
  const virtual = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => box.current,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    estimateSize: useCallback((index: number) => estimate(rows[index]), [rows, estimate]),
    rangeExtractor: useCallback((range: Range) => rangeWithRow(stored, range), [stored]),
    overscan: OVERSCAN,
    scrollMargin: above,
    anchorTo: "end",
    scrollEndThreshold: follows ? NEAR_END : -1,
  });
  // Content above the rows, such as a heading, scrolls in the same container.
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
