import { FILE_CARD_HEIGHT } from "./files/post-files.tsx";
import { pollHeight } from "./polls/poll-height.ts";
import { PREVIEW_HEIGHT } from "./previews/post-previews.tsx";
import type { TimelineRow } from "./timeline.ts";

const LINE = 31;
const POST = 78;
const TEXT_LINE = 23;
/** Typical characters per line. The screen width matters less than the length of the post. */
const LINE_CHARACTERS = 64;
const PICTURES = 200;
const REACTIONS = 32;
/** An option of a poll that is not saved yet. */
const OPTION_LINE = 24;

/** Estimated height of a row until it has been measured. */
export function estimatedHeight(row: TimelineRow | undefined): number {
  if (row === undefined || row.kind === "day" || row.kind === "new") return LINE;
  const { content, images, files } = row.kind === "post" ? row.post : row.pending;
  const lines = Math.max(1, Math.ceil(content.length / LINE_CHARACTERS));
  const text = lines * TEXT_LINE + (images.length > 0 ? PICTURES : 0);
  return POST + text + files.length * FILE_CARD_HEIGHT + addedHeight(row);
}

function addedHeight(row: Extract<TimelineRow, { kind: "post" | "pending" }>): number {
  if (row.kind === "pending") return (row.pending.poll?.options.length ?? 0) * OPTION_LINE;
  const { poll, previews, reactions } = row.post;
  const chips = reactions.length > 0 ? REACTIONS : 0;
  return (poll === null ? 0 : pollHeight(poll)) + previews.length * PREVIEW_HEIGHT + chips;
}
