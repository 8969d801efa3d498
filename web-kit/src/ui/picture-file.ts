/** Media types of the pictures that the server reads, and the file endings of those that some systems do not know. */
const TYPES = [
  "image/jpeg",
  "image/png",
  "image/webp",
  "image/gif",
  "image/heic",
  "image/heif",
  "image/avif",
];
const ENDINGS = [".heic", ".heif", ".avif"];
/** Those that the server reads and not every browser. */
const UNSHOWN = ["image/heic", "image/heif", "image/avif", ""];
const FILE_BYTES_MAX = 25 * 1024 * 1024;
/** Enough of a file to see whether it is animated: profiles and metadata may come first. */
const HEAD_BYTES = 256 * 1024;

/** For the `accept` attribute of a file input. */
export const PICTURE_ACCEPT = [...TYPES, ...ENDINGS].join(",");

/** A file that the server would refuse, in its words. */
export class PictureFault extends Error {}

export function isPictureFile(file: File): boolean {
  const name = file.name.toLowerCase();
  return (
    TYPES.includes(file.type) || (file.type === "" && ENDINGS.some((end) => name.endsWith(end)))
  );
}

/** Whether the server may read a file that this browser cannot show. */
export function mayBeUnshown(file: File): boolean {
  return isPictureFile(file) && UNSHOWN.includes(file.type);
}

/** The refusal of a file that is no picture. The server looks closer. */
export function kindFault(file: File): string | null {
  return isPictureFile(file) ? null : "Please choose a JPEG, PNG, WebP, GIF, HEIC or AVIF picture.";
}

/** The refusal of a file that is too large to be sent. */
export function bytesFault(file: File): string | null {
  return file.size > FILE_BYTES_MAX ? "A picture may have at most 25 MB." : null;
}

/**
 * Whether a file is or may be animated. Drawing it again would keep its first frame alone, so it is sent as it is:
 * the server keeps an animated GIF and refuses the others.
 */
export async function isAnimated(file: File): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const text = (from: number, to: number) => String.fromCharCode(...head.subarray(from, to));
  if (text(0, 4) === "GIF8") return true;
  if (text(0, 4) === "RIFF" && text(8, 16) === "WEBPVP8X") return ((head[20] ?? 0) & 2) !== 0;
  if (text(1, 4) === "PNG") return hasChunkBeforeData(head, "acTL");
  return text(4, 12) === "ftypavis" || text(4, 12) === "ftyphevc";
}

function hasChunkBeforeData(png: Uint8Array, wanted: string): boolean {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  for (let at = 8; at + 8 <= png.length; at += 12 + view.getUint32(at)) {
    const kind = String.fromCharCode(...png.subarray(at + 4, at + 8));
    if (kind === wanted) return true;
    if (kind === "IDAT") return false;
  }
  return false;
}
