import { clsx } from "clsx";
import { type DragEvent, type ReactNode, useState } from "react";

export interface PictureDropProps {
  /** Null if nothing can be added. */
  onDropFiles: ((files: File[]) => void) | null;
  children: ReactNode;
}

/** Accepts dropped files anywhere on the composer. */
export function PictureDrop({ onDropFiles, children }: PictureDropProps) {
  const [isOver, setIsOver] = useState(false);
  if (onDropFiles === null) return <div className="relative">{children}</div>;
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
    onDropFiles([...event.dataTransfer.files]);
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
