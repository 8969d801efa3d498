import type { TimelineRow } from "./timeline.ts";

const LINE = 31;
const POST = 78;
const TEXT_LINE = 23;
/** Typical characters per line. The screen width matters less than the length of the post. */
const LINE_CHARACTERS = 64;
const PICTURES = 200;

/** Estimated height of a row until it has been measured. */
export function estimatedHeight(row: TimelineRow | undefined): number {
  if (row === undefined || row.kind === "day" || row.kind === "new") return LINE;
  const { content, images } = row.kind === "post" ? row.post : row.pending;
  const lines = Math.max(1, Math.ceil(content.length / LINE_CHARACTERS));
  return POST + lines * TEXT_LINE + (images.length > 0 ? PICTURES : 0);
}
