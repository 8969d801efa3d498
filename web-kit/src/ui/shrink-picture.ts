import { drawPicture } from "./draw-picture.ts";
import { bytesFault, isAnimated, kindFault, PictureFault } from "./picture-file.ts";

/** Size and quality to which a picture is reduced before upload. */
export interface PictureReduction {
  /** Longest side in pixels. */
  side: number;
  /** From 0 to 1. */
  quality: number;
}

/** Photos in posts: the server stores 1600 pixels. */
export const PHOTO_REDUCTION: PictureReduction = { side: 1600, quality: 0.9 };
/** The picture of a sign-in page: the server stores 2000 pixels. */
export const BACKDROP_REDUCTION: PictureReduction = { side: 2000, quality: 0.9 };

/**
 * The file to upload: reduced if that makes it smaller, so that a 50-megapixel photo uploads in
 * seconds. Animated pictures, and those that this browser cannot decode (HEIC in Chromium), are
 * sent unchanged.
 *
 * @throws PictureFault if the server would refuse the file.
 */
export async function shrinkPicture(
  file: File,
  reduction: PictureReduction | ((bytes: number) => PictureReduction),
): Promise<File> {
  const chosen = typeof reduction === "function" ? reduction(file.size) : reduction;
  const drawn = (await isAnimated(file))
    ? null
    : await redrawPicture(file, chosen).catch(() => null);
  const isRead = kindFault(file) === null;
  const sent = drawn !== null && (drawn.size < file.size || !isRead) ? drawn : file;
  // A re-encoded file is a picture, even if the original had another type.
  const fault = (sent === file ? kindFault(file) : null) ?? bytesFault(sent);
  if (fault !== null) throw new PictureFault(fault);
  return sent;
}

async function redrawPicture(
  file: File,
  { side, quality }: PictureReduction,
): Promise<File | null> {
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
