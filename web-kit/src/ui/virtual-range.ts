import { defaultRangeExtractor, type Range } from "@tanstack/react-virtual";

/** Rows rendered beyond the viewport, so that fast scrolling meets no empty space. */
export const OVERSCAN = 8;

/** The rows near the viewport, and the one that is always rendered. */
export function rangeWithRow(stored: number, range: Range): number[] {
  const shown = defaultRangeExtractor(range);
  if (stored < 0 || stored >= range.count || shown.includes(stored)) return shown;
  return [...shown, stored].toSorted((a, b) => a - b);
}
