import { t } from "@lingui/core/macro";
import { useState } from "react";
import { countCharacters } from "../../content/rules.ts";
import { TextAreaField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { CharacterCounter } from "../communities/character-counter.tsx";
import type { DraftPicture } from "./drafts.ts";
import { ALT_MAX, ALT_TOO_LONG } from "./rules.ts";

export interface PictureAltDialogProps {
  picture: DraftPicture;
  /** Position of the picture in the post, from 1. */
  number: number;
  onSave: (alt: string) => void;
  onClose: () => void;
}

/** Edits the alternative text of a picture. */
export function PictureAltDialog({ picture, number, onSave, onClose }: PictureAltDialogProps) {
  const [alt, setAlt] = useState(picture.alt);
  // The server stores it as a single line.
  const line = alt.trim().replaceAll(/\s+/gu, " ");
  const tooLong = countCharacters(line) > ALT_MAX;
  return (
    <FormDialog
      title={t`Describe picture ${number}`}
      description={t`Read aloud by screen readers.`}
      confirm={t`Save`}
      busy={false}
      disabled={tooLong}
      failure={null}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        onSave(line);
        onClose();
      }}
    >
      <img
        src={picture.preview}
        alt=""
        className="mx-auto h-auto max-h-[32dvh] w-auto max-w-full rounded-md"
      />
      <TextAreaField
        label={t`Alternative text`}
        hint={t`Describe the picture in a sentence or two`}
        dir="auto"
        value={alt}
        error={tooLong ? ALT_TOO_LONG : undefined}
        aside={<CharacterCounter value={line} max={ALT_MAX} />}
        onChange={(event) => setAlt(event.target.value)}
      />
    </FormDialog>
  );
}
