export interface Drawing {
  /** The source rectangle in picture pixels. */
  from: { x: number; y: number; width: number; height: number };
  to: { width: number; height: number };
  /** From 0 to 1. */
  quality: number;
}

/**
 * Draws a part of a picture at another size. The result has the EXIF orientation applied, no
 * metadata, and keeps its transparency. Null if the browser cannot draw the picture.
 */
export async function drawPicture(
  picture: HTMLImageElement,
  { from, to, quality }: Drawing,
): Promise<File | null> {
  const canvas = document.createElement("canvas");
  canvas.width = to.width;
  canvas.height = to.height;
  const pencil = canvas.getContext("2d");
  if (pencil === null) return null;
  pencil.imageSmoothingQuality = "high";
  const { x, y, width, height } = from;
  pencil.drawImage(picture, x, y, width, height, 0, 0, to.width, to.height);
  const drawn = await new Promise<Blob | null>((done) => {
    canvas.toBlob(done, "image/webp", quality);
  });
  // A browser without WebP encodes PNG instead, and sets that type.
  return drawn === null ? null : new File([drawn], "picture", { type: drawn.type });
}
