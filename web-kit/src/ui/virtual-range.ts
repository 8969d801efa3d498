import { defaultRangeExtractor, type Range } from "@tanstack/react-virtual";

/** Rows rendered beyond the viewport, so that fast scrolling meets no empty space. */
export const OVERSCAN = 8;

/** The rows near the viewport, and the one that is always rendered. */
export function withRow(kept: number, range: Range): number[] {
  const shown = defaultRangeExtractor(range);
  if (kept < 0 || kept >= range.count || shown.includes(kept)) return shown;
  return [...shown, kept].toSorted((a, b) => a - b);
}
