import { t } from "@lingui/core/macro";
import { ChartBarDecreasing, ImagePlus, type LucideIcon, Paperclip } from "lucide-react";
import { type ComponentType, useRef, useState } from "react";
import { FileInput } from "../../ui/file-input.tsx";
import { isPictureFile, PICTURE_ACCEPT } from "../../ui/picture-file.ts";
import { DraftPictures } from "./draft-strip.tsx";
import { addFiles } from "./files/draft-files.ts";
import { DraftFiles } from "./files/draft-file-list.tsx";
import { FILE_ACCEPT, fileFault } from "./files/file-rules.ts";
import { DraftPollPart, PollEditor } from "./polls/draft-poll-part.tsx";
import { filesEndpoint } from "./queries.ts";
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
  const fileInput = useRef<HTMLInputElement>(null);
  const [isPollOpen, setIsPollOpen] = useState(false);
  const { addPictures } = state;
  const addDraftFiles = fileAdderOf(state);
  const hasPoll = mayHavePoll(state);
  const choosePictures = () => pictureInput.current?.click();
  const chooseFiles = () => fileInput.current?.click();
  const openPoll = () => setIsPollOpen(true);
  const pollLabel = state.draft.poll === undefined ? t`Add a poll` : t`Edit poll`;
  const additions: readonly Addition[] = [
    ...(addPictures === null
      ? []
      : [{ id: "pictures", label: t`Add pictures`, Icon: ImagePlus, run: choosePictures }]),
    ...(addDraftFiles === null
      ? []
      : [{ id: "files", label: t`Attach files`, Icon: Paperclip, run: chooseFiles }]),
    ...(hasPoll ? [{ id: "poll", label: pollLabel, Icon: ChartBarDecreasing, run: openPoll }] : []),
  ];
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
      {addDraftFiles !== null && (
        <FileInput
          ref={fileInput}
          multiple
          label={t`Files to attach`}
          accept={FILE_ACCEPT}
          onChoose={addDraftFiles}
        />
      )}
      {isPollOpen && <PollEditor state={state} onClose={() => setIsPollOpen(false)} />}
    </>
  );
}

/** The parts of the draft other than its text. */
export function DraftAdditions({ state, className }: { state: ComposerState; className: string }) {
  return (
    <>
      <DraftPictures state={state} className={className} />
      <DraftFiles state={state} className={className} />
      <DraftPollPart state={state} className={className} />
    </>
  );
}

/** Adds files that were dropped on the composer: pictures, and other files. */
export function addDropped(state: ComposerState, files: readonly File[]): void {
  const addDraftFiles = fileAdderOf(state);
  if (addDraftFiles === null) {
    state.addPictures?.(files);
    return;
  }
  const pictures = files.filter(isPictureFile);
  const others = files.filter((file) => !isPictureFile(file));
  if (pictures.length > 0) state.addPictures?.(pictures);
  // Last, so that the reason against a file is shown.
  if (others.length > 0) addDraftFiles(others);
}

/** Adds pasted files; returns false if none of them can be added. */
export function addPasted(state: ComposerState, files: FileList): boolean {
  const canAdd = (file: File) =>
    isPictureFile(file)
      ? state.addPictures !== null
      : fileAdderOf(state) !== null && fileFault(file) === null;
  const fit = [...files].filter(canAdd);
  if (fit.length === 0) return false;
  addDropped(state, fit);
  return true;
}

/** Null if this text has no files: an edited post, or a message. */
function fileAdderOf(state: ComposerState): ((files: readonly File[]) => void) | null {
  const { communityId, place, addPictures, cancelEdit, setFault } = state;
  if (communityId === null || addPictures === null || cancelEdit !== null) return null;
  return (files) => setFault(addFiles(place, filesEndpoint(communityId), files));
}

/** Polls are part of new posts only. A draft keeps its poll while its author looks at replying. */
function mayHavePoll({ communityId, addPictures, cancelEdit, kind, draft }: ComposerState) {
  if (communityId === null || addPictures === null || cancelEdit !== null) return false;
  return kind === "post" || draft.poll !== undefined;
}
