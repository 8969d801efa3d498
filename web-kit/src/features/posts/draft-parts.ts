import type { Draft, DraftPicture } from "./drafts.ts";

/** The parts of a draft other than its text and its parent post. */

const NO_PICTURES: readonly DraftPicture[] = [];

export function picturesOf(draft: Draft): readonly DraftPicture[] {
  return draft.pictures ?? NO_PICTURES;
}

/** True if nothing was added to the text. */
export function hasNoParts(draft: Draft): boolean {
  return picturesOf(draft).length === 0;
}

/** True if the draft can be sent without text. */
export function hasAttachments(draft: Draft): boolean {
  return picturesOf(draft).length > 0;
}

/** True once everything that was added is uploaded. */
export function arePartsReady(draft: Draft): boolean {
  return picturesOf(draft).every((picture) => picture.image !== null);
}

/** Why the parts cannot be sent, or null. */
export function partsFault(_draft: Draft): string | null {
  return null;
}

/** The parts that stay in the tab where they were added. */
export function localParts(draft: Draft): Pick<Draft, "pictures"> {
  return { pictures: picturesOf(draft) };
}

/** The parts of a restored draft, before those that were added since. */
export function mergedParts(restored: Draft, now: Draft): Pick<Draft, "pictures"> {
  return { pictures: [...picturesOf(restored), ...picturesOf(now)] };
}

/** Identifies the parts, so that a draft with other parts gets another idempotency key. */
export function partsFingerprint(draft: Draft): readonly unknown[] {
  return [picturesOf(draft).map((picture) => picture.image?.id ?? picture.key)];
}
