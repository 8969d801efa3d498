import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { type ComponentType, type DragEvent, type ReactNode, useRef, useState } from "react";
import { FileInput } from "../../ui/file-input.tsx";
import { PICTURE_ACCEPT } from "../../ui/picture-file.ts";
import type { ComposerState } from "./use-composer.ts";

interface PicturePartProps {
  state: ComposerState;
}

export interface PictureDropProps {
  state: Pick<ComposerState, "addPictures">;
  children: ReactNode;
}

/** Accepts dropped files anywhere on the composer. */
export function PictureDrop({ state, children }: PictureDropProps) {
  const { addPictures } = state;
  const [isOver, setIsOver] = useState(false);
  if (addPictures === null) return <div className="relative">{children}</div>;
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    // Otherwise the browser would open the file.
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

/** A file input styled like the composer's other buttons. */
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
      <FileInput
        ref={input}
        multiple
        label={t`Picture files`}
        accept={PICTURE_ACCEPT}
        onChoose={addPictures}
      />
    </>
  );
}
