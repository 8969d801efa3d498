import { t } from "@lingui/core/macro";
import { ImagePlus, type LucideIcon } from "lucide-react";
import { type ComponentType, useRef } from "react";
import { FileInput } from "../../ui/file-input.tsx";
import { PICTURE_ACCEPT } from "../../ui/picture-file.ts";
import { pictureFiles } from "./draft-pictures.ts";
import { DraftPictures } from "./draft-strip.tsx";
import type { ComposerState } from "./use-composer.ts";

/** Something that can be added to a post, next to its text. */
export interface Addition {
  id: string;
  label: string;
  Icon: LucideIcon;
  run: () => void;
  disabled?: boolean;
}

export interface ComposerAdditionsProps {
  state: ComposerState;
  /** The buttons or the menu. */
  Layout: ComponentType<AdditionsLayoutProps>;
}

export interface AdditionsLayoutProps {
  additions: readonly Addition[];
}

/** The additions that this draft can have, with the file inputs and dialogs that they open. */
export function ComposerAdditions({ state, Layout }: ComposerAdditionsProps) {
  const pictureInput = useRef<HTMLInputElement>(null);
  const { addPictures } = state;
  const choosePictures = () => pictureInput.current?.click();
  const additions: readonly Addition[] =
    addPictures === null
      ? []
      : [{ id: "pictures", label: t`Add pictures`, Icon: ImagePlus, run: choosePictures }];
  return (
    <>
      <Layout additions={additions} />
      {addPictures !== null && (
        <FileInput
          ref={pictureInput}
          multiple
          label={t`Picture files`}
          accept={PICTURE_ACCEPT}
          onChoose={addPictures}
        />
      )}
    </>
  );
}

/** The parts of the draft other than its text. */
export function DraftAdditions({ state, className }: { state: ComposerState; className: string }) {
  return <DraftPictures state={state} className={className} />;
}

/** Adds files that were dropped on the composer. */
export function addDropped(state: ComposerState, files: readonly File[]): void {
  state.addPictures?.(files);
}

/** Adds pasted files; returns false if none of them can be added. */
export function addPasted(state: ComposerState, files: FileList): boolean {
  const pictures = pictureFiles(files);
  if (state.addPictures === null || pictures.length === 0) return false;
  state.addPictures(pictures);
  return true;
}
