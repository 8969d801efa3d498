import { drawPicture } from "../../ui/draw-picture.ts";
import type { Crop } from "./queries.ts";

/** The largest picture that is shown, with room for a sharp screen. */
const SIDE_PX = 1024;
const QUALITY = 0.9;

export interface Upload {
  file: File;
  crop: Crop;
}

/**
 * The chosen square alone, at most 1024 pixels wide, so that what is sent is small. A browser that cannot draw it
 * sends the file as it is, and the server does the same to it.
 */
export async function reduced(picture: HTMLImageElement, { file, crop }: Upload): Promise<Upload> {
  const side = Math.min(crop.side, SIDE_PX);
  const drawn = await drawPicture(picture, {
    from: { x: crop.x, y: crop.y, width: crop.side, height: crop.side },
    to: { width: side, height: side },
    quality: QUALITY,
  });
  return drawn === null ? { file, crop } : { file: drawn, crop: { x: 0, y: 0, side } };
}
