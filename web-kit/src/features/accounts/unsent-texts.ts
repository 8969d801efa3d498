import { deleteDraftAnswers, draftAnswersKey } from "../../forms/draft-answers.ts";
import { deleteTypedText } from "../../recovery/typed-text.ts";
import { deleteDraftsOf } from "../posts/stored-drafts.ts";
import { deleteRecentPlaces } from "../../recovery/recent-places.ts";

/**
 * Deletes the member's drafts, unsent posts and messages, and recent places on a deliberate
 * sign-out. After an expiry they are kept.
 */
export function deleteUnsentTexts(viewerId: string | null): void {
  if (viewerId === null) return;
  void deleteQueue(viewerId);
  deleteDraftsOf(viewerId);
  deleteTypedText();
  deleteRecentPlaces(viewerId);
  deleteDraftAnswers(draftAnswersKey(viewerId, ""));
}

async function deleteQueue(viewerId: string): Promise<void> {
  try {
    const { deleteUnsentRequests } = await import("../../offline/offline-data.ts");
    await deleteUnsentRequests(viewerId);
  } catch {
    // Without storage there is nothing to delete.
  }
}
