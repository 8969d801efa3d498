import { defaultRangeExtractor, type Range } from "@tanstack/react-virtual";

/** Rows beyond what is on screen, so that a quick hand meets no empty place. */
export const OVERSCAN = 8;

/** The rows near what is on screen, and the one that stays in the page wherever the reader is. */
export function withRow(kept: number, range: Range): number[] {
  const shown = defaultRangeExtractor(range);
  if (kept < 0 || kept >= range.count || shown.includes(kept)) return shown;
  return [...shown, kept].toSorted((a, b) => a - b);
}
