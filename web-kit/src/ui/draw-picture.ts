export interface Drawing {
  /** The part of the picture, in its own pixels. */
  from: { x: number; y: number; width: number; height: number };
  to: { width: number; height: number };
  /** From 0 to 1. */
  quality: number;
}

/**
 * A part of a picture at another size: it stands upright whatever the camera noted, and carries nothing else that
 * it noted; what can be seen through stays so. Null where the browser cannot draw it.
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
  // A browser without WebP draws PNG instead, and says so.
  return drawn === null ? null : new File([drawn], "picture", { type: drawn.type });
}
