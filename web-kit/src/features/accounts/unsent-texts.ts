import { deleteDraftAnswers, draftAnswersKey } from "../../forms/draft-answers.ts";
import { deleteTypedText } from "../../recovery/typed-text.ts";
import { drafts } from "../posts/drafts.ts";

/** Deletes the member's drafts on a deliberate sign-out. After an expiry they are kept. */
export function deleteUnsentTexts(viewerId: string | null): void {
  if (viewerId === null) return;
  drafts.forget(viewerId);
  deleteTypedText();
  deleteDraftAnswers(draftAnswersKey(viewerId, ""));
}
