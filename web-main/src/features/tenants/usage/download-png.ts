import { downloadFile } from "@guildhall/web-kit/ui/download-file.ts";
import type { ChartPicture } from "./chart-picture.ts";

/** Pixels per CSS pixel, so that the picture is sharp in print. */
const SCALE = 2;

/** Downloads a chart as a PNG file. Returns false if the browser cannot draw it. */
export async function downloadPng(
  { width, height, svg }: ChartPicture,
  name: string,
): Promise<boolean> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  const canvas = document.createElement("canvas");
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  const context = canvas.getContext("2d");
  if (context === null) return false;
  try {
    await image.decode();
  } catch {
    return false;
  }
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const file = await new Promise<Blob | null>((done) => {
    canvas.toBlob(done, "image/png");
  });
  if (file === null) return false;
  downloadFile(file, name);
  return true;
}
