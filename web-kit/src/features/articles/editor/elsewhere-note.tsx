import { t } from "@lingui/core/macro";
import type { ArticleDraft } from "../../../api/types.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/note.tsx";
import { formatMoment } from "../../../ui/time.ts";

export interface ElsewhereNoteProps {
  /** Null if the draft was deleted. */
  draft: ArticleDraft | null;
  onTake: () => void;
  onKeep: () => void;
}

/** The draft was changed in another window: nothing is overwritten until one version is chosen. */
export function ElsewhereNote({ draft, onTake, onKeep }: ElsewhereNoteProps) {
  const moment = draft === null ? "" : formatMoment(draft.updatedAt);
  return (
    <Note tone="warning" role="alert">
      <p>
        {draft === null
          ? t`This draft was published or discarded in another window.`
          : t`This draft was changed in another window, ${moment}.`}
      </p>
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button onClick={onTake}>
          {draft === null ? t`Start with an empty page` : t`Use the other version`}
        </Button>
        <Button onClick={onKeep}>{t`Keep this version`}</Button>
      </div>
    </Note>
  );
}
