import { drawPicture } from "../../ui/draw-picture.ts";
import { bytesFault, isAnimated, PictureFault } from "../../ui/picture-file.ts";
import type { Crop } from "./queries.ts";

/** The largest displayed size, with space for high-density screens. */
const SIDE_PX = 1024;
const QUALITY = 0.9;

export interface Upload {
  file: File;
  /** Null if the browser cannot decode the picture. */
  crop: Crop | null;
}

/**
 * Crops to the chosen square, at most 1024 pixels wide, to keep the upload small. A picture that
 * the browser cannot decode is sent unchanged and cropped by the server; so is an animated picture,
 * which the server refuses.
 *
 * @throws PictureFault if the whole file is too large to be sent.
 */
export async function reducePicture(
  picture: HTMLImageElement | null,
  { file, crop }: Upload,
): Promise<Upload> {
  const isDrawn = picture !== null && crop !== null && !(await isAnimated(file));
  if (isDrawn) {
    const side = Math.min(crop.side, SIDE_PX);
    const drawn = await drawPicture(picture, {
      from: { x: crop.x, y: crop.y, width: crop.side, height: crop.side },
      to: { width: side, height: side },
      quality: QUALITY,
    });
    if (drawn !== null) return { file: drawn, crop: { x: 0, y: 0, side } };
  }
  const fault = bytesFault(file);
  if (fault !== null) throw new PictureFault(fault);
  return { file, crop };
}
