import type { Reduction } from "../../../ui/shrink-picture.ts";

const MB = 1024 * 1024;

/** How a logo's file of so many bytes is drawn before it is sent (F-041): the longest side, and how well. */
export function compressionOf(bytes: number): Reduction {
  if (bytes > 10 * MB) return { side: 300, quality: 0.2 };
  if (bytes > 5 * MB) return { side: 350, quality: 0.25 };
  return { side: 400, quality: bytes > 2 * MB ? 0.25 : 0.3 };
}
