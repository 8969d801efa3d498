import { drawPicture } from "../../../ui/draw-picture.ts";
import { PICTURE_TYPES } from "../../profile/crop.ts";

const MB = 1024 * 1024;

/** How a file of so many bytes is drawn before it is sent (F-041): the longest side, and how well. */
export function compressionOf(bytes: number): { side: number; quality: number } {
  if (bytes > 10 * MB) return { side: 300, quality: 0.2 };
  if (bytes > 5 * MB) return { side: 350, quality: 0.25 };
  return { side: 400, quality: bytes > 2 * MB ? 0.25 : 0.3 };
}

/**
 * The picture made smaller, where that makes the file smaller or one that the server takes. What this browser
 * cannot read is left to the server as it is.
 */
export async function compressed(file: File): Promise<File> {
  const drawn = await redrawn(file).catch(() => null);
  if (drawn === null) return file;
  return drawn.size < file.size || !PICTURE_TYPES.includes(file.type) ? drawn : file;
}

async function redrawn(file: File): Promise<File | null> {
  const { side, quality } = compressionOf(file.size);
  const url = URL.createObjectURL(file);
  try {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    const { naturalWidth: width, naturalHeight: height } = picture;
    const scale = Math.min(1, side / Math.max(width, height));
    const scaled = (length: number) => Math.max(1, Math.round(length * scale));
    return await drawPicture(picture, {
      from: { x: 0, y: 0, width, height },
      to: { width: scaled(width), height: scaled(height) },
      quality,
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}
