import type { PictureReduction } from "@guildhall/web-kit/ui/shrink-picture.ts";

const MB = 1024 * 1024;

/**
 * The longest side and quality to which a logo of this file size is reduced before upload (F-041).
 */
export function logoReduction(bytes: number): PictureReduction {
  if (bytes > 10 * MB) return { side: 300, quality: 0.2 };
  if (bytes > 5 * MB) return { side: 350, quality: 0.25 };
  return { side: 400, quality: bytes > 2 * MB ? 0.25 : 0.3 };
}
