import { clsx } from "clsx";
import { X } from "lucide-react";
import { type ComponentType, type DragEvent, type ReactNode, useRef, useState } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
import { PICTURE_TYPES } from "../profile/crop.ts";
import type { DraftPicture } from "./drafts.ts";
import type { ComposerState } from "./use-composer.ts";

interface PicturePartProps {
  state: ComposerState;
}

/** Files may be dropped anywhere on the composer. */
export function PictureDrop({ state, children }: PicturePartProps & { children: ReactNode }) {
  const { addPictures } = state;
  const [isOver, setIsOver] = useState(false);
  if (addPictures === null) return <div className="relative">{children}</div>;
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    // Without this the browser would open the file instead.
    event.preventDefault();
    setIsOver(true);
  };
  const drop = (event: DragEvent) => {
    setIsOver(false);
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    addPictures([...event.dataTransfer.files]);
  };
  return (
    <div
      data-slot="picture-drop"
      className={clsx("relative rounded-lg", isOver && "ring-2 ring-focus")}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  );
}

export interface PictureTriggerProps {
  state: ComposerState;
  choose: () => void;
}

/** The file chooser behind what looks like its neighbours in the composer. */
export function PictureInput({
  state,
  Trigger,
}: PicturePartProps & { Trigger: ComponentType<PictureTriggerProps> }) {
  const input = useRef<HTMLInputElement>(null);
  const { addPictures } = state;
  const trigger = <Trigger state={state} choose={() => input.current?.click()} />;
  if (addPictures === null) return trigger;
  return (
    <>
      {trigger}
      <input
        ref={input}
        type="file"
        multiple
        accept={PICTURE_TYPES.join(",")}
        aria-label="Picture files"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          addPictures([...(event.target.files ?? [])]);
          // The same file may be chosen again.
          event.target.value = "";
        }}
      />
    </>
  );
}

export function DraftPictures({ state, className }: PicturePartProps & { className: string }) {
  const { pictures, removePicture } = state;
  if (pictures.length === 0) return null;
  return (
    <ul aria-label="Pictures to post" className={clsx("flex flex-wrap gap-2", className)}>
      {pictures.map((picture, at) => (
        <li key={picture.key} className="relative">
          <img
            src={picture.preview}
            alt={picture.name === "" ? `Picture ${at + 1}` : picture.name}
            className={clsx(
              "size-16 rounded-md object-cover",
              picture.image === null && "opacity-50",
            )}
          />
          {picture.image === null && <Progress picture={picture} />}
          <IconButton
            size="sm"
            label={`Remove picture ${at + 1}`}
            icon={<X size={14} aria-hidden />}
            className="absolute! -end-1.5 -top-1.5 rounded-full! bg-raised shadow-e2"
            onClick={() => removePicture(picture.key)}
          />
        </li>
      ))}
    </ul>
  );
}

function Progress({ picture }: { picture: DraftPicture }) {
  return (
    <progress
      aria-label={`Uploading ${picture.name}`}
      value={picture.progress}
      max={1}
      className="absolute inset-x-1.5 bottom-1.5 h-1 w-[calc(100%-12px)] overflow-hidden rounded-full"
    />
  );
}
