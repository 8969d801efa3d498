import { t } from "@lingui/core/macro";

/**
 * Media types that the server decodes, and file extensions for types that some systems do not know.
 */
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
/** Types that the server decodes but some browsers do not. */
const PREVIEW_FAILED = ["image/heic", "image/heif", "image/avif", ""];
const FILE_BYTES_MAX = 25 * 1024 * 1024;
/** Bytes needed to detect an animation, which profiles and metadata may precede. */
const HEAD_BYTES = 256 * 1024;

/** The `accept` attribute of a file input. */
export const PICTURE_ACCEPT = [...TYPES, ...ENDINGS].join(",");

/** A file that the server would refuse, with the server's message. */
export class PictureFault extends Error {}

export function isPictureFile(file: File): boolean {
  const name = file.name.toLowerCase();
  return (
    TYPES.includes(file.type) || (file.type === "" && ENDINGS.some((end) => name.endsWith(end)))
  );
}

/** True if the server may decode a file that this browser cannot. */
export function mayNotRender(file: File): boolean {
  return isPictureFile(file) && PREVIEW_FAILED.includes(file.type);
}

/** The error of a file that is no picture. The server checks more closely. */
export function kindFault(file: File): string | null {
  return isPictureFile(file)
    ? null
    : t`Please choose a JPEG, PNG, WebP, GIF, HEIC or AVIF picture.`;
}

/** The error of a file that is too large to upload. */
export function bytesFault(file: File): string | null {
  return file.size > FILE_BYTES_MAX ? t`A picture may have at most 25 MB.` : null;
}

/**
 * True if a file is or may be animated. Re-encoding would keep only the first frame, so it is sent
 * unchanged: the server accepts animated GIFs and refuses others.
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
