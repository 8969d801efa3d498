import type { Crop } from "./queries.ts";

/** The largest picture that is shown, with room for a sharp screen. */
const SIDE_PX = 1024;
const QUALITY = 0.9;

export interface Upload {
  file: File;
  crop: Crop;
}

/**
 * The chosen square alone, at most 1024 pixels wide: what is sent is small, stands upright whatever
 * the camera noted, and carries nothing else that it noted. A browser that cannot draw it sends the
 * file as it is, and the server does the same to it.
 */
export async function reduced(picture: HTMLImageElement, { file, crop }: Upload): Promise<Upload> {
  const side = Math.min(crop.side, SIDE_PX);
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  const pencil = canvas.getContext("2d");
  if (pencil === null) return { file, crop };
  pencil.imageSmoothingQuality = "high";
  pencil.drawImage(picture, crop.x, crop.y, crop.side, crop.side, 0, 0, side, side);
  const drawn = await new Promise<Blob | null>((done) => {
    canvas.toBlob(done, "image/webp", QUALITY);
  });
  if (drawn === null) return { file, crop };
  return {
    // A browser without WebP draws PNG instead, and says so.
    file: new File([drawn], "picture", { type: drawn.type }),
    crop: { x: 0, y: 0, side },
  };
}
