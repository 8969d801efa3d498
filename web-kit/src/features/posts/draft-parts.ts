import type { Draft, DraftPicture } from "./drafts.ts";
import { filesOf } from "./files/draft-file.ts";

/** The parts of a draft other than its text and its parent post. */

const NO_PICTURES: readonly DraftPicture[] = [];

export function picturesOf(draft: Draft): readonly DraftPicture[] {
  return draft.pictures ?? NO_PICTURES;
}

/** True if nothing was added to the text. */
export function hasNoParts(draft: Draft): boolean {
  return !hasAttachments(draft) && draft.poll === undefined;
}

/** True if the draft can be sent without text. */
export function hasAttachments(draft: Draft): boolean {
  return picturesOf(draft).length + filesOf(draft).length > 0;
}

/** True once everything that was added is uploaded. */
export function arePartsReady(draft: Draft): boolean {
  return (
    picturesOf(draft).every((picture) => picture.image !== null) &&
    filesOf(draft).every((file) => file.stored !== null)
  );
}

/** The parts that stay in the tab where they were added. */
export function localParts(draft: Draft): Pick<Draft, "pictures" | "files"> {
  const { pictures = NO_PICTURES, files } = draft;
  return { pictures, ...(files !== undefined && { files }) };
}

/** The parts that stay in this browser, where the draft is stored. */
export function browserParts({ poll }: Draft): Pick<Draft, "poll"> {
  return poll === undefined ? {} : { poll };
}

/** The parts of a restored draft, before those that were added since. */
export function mergedParts(
  restored: Draft,
  now: Draft,
): Pick<Draft, "pictures" | "files" | "poll"> {
  return {
    pictures: [...picturesOf(restored), ...picturesOf(now)],
    files: [...filesOf(restored), ...filesOf(now)],
    ...browserParts(now.poll === undefined ? restored : now),
  };
}

/** Identifies the parts, so that a draft with other parts gets another idempotency key. */
export function partsFingerprint(draft: Draft): readonly unknown[] {
  return [
    picturesOf(draft).map((picture) => picture.image?.id ?? picture.key),
    filesOf(draft).map((file) => file.stored?.id ?? file.key),
    draft.poll ?? null,
  ];
}
