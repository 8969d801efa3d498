import { drawPicture } from "../../ui/draw-picture.ts";
import { bytesFault, isAnimated, PictureFault } from "../../ui/picture-file.ts";
import type { Crop } from "./queries.ts";

/** The largest picture that is shown, with room for a sharp screen. */
const SIDE_PX = 1024;
const QUALITY = 0.9;

export interface Upload {
  file: File;
  /** Null where the browser cannot show the picture. */
  crop: Crop | null;
}

/**
 * The chosen square alone, at most 1024 pixels wide, so that what is sent is small. What the browser cannot draw is
 * sent as it is, and the server cuts it; so is an animated picture, which the server refuses.
 *
 * @throws PictureFault if the whole file is too large to be sent.
 */
export async function reduced(
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
