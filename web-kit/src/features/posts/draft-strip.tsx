import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { Check, Plus, X } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
import type { DraftPicture } from "./drafts.ts";
import { PictureAltDialog } from "./picture-alt-dialog.tsx";
import type { ComposerState } from "./use-composer.ts";

export interface DraftPicturesProps {
  state: Pick<ComposerState, "pictures" | "removePicture" | "describePicture">;
  className: string;
  label?: string;
}

/** The draft's pictures; each can be described and removed. */
export function DraftPictures({
  state,
  className,
  label = t`Pictures to post`,
}: DraftPicturesProps) {
  const { pictures, removePicture, describePicture } = state;
  const [described, setDescribed] = useState<string | null>(null);
  if (pictures.length === 0) return null;
  const open = pictures.find(({ key }) => key === described);
  return (
    <>
      <ul aria-label={label} className={clsx("flex flex-wrap gap-3", className)}>
        {pictures.map((picture, at) => (
          <li key={picture.key} className="relative">
            <Tile picture={picture} at={at} onDescribe={() => setDescribed(picture.key)} />
            <IconButton
              size="sm"
              label={t`Remove picture ${{ number: at + 1 }}`}
              icon={<X size={14} aria-hidden />}
              className="absolute! -end-2 -top-1.5 rounded-full! bg-raised shadow-e2 after:absolute after:-inset-1 max-md:-end-3 max-md:-top-2"
              onClick={() => removePicture(picture.key)}
            />
          </li>
        ))}
      </ul>
      {open !== undefined && (
        <PictureAltDialog
          picture={open}
          number={pictures.indexOf(open) + 1}
          onSave={(alt) => describePicture(open.key, alt)}
          onClose={() => setDescribed(null)}
        />
      )}
    </>
  );
}

interface TileProps {
  picture: DraftPicture;
  at: number;
  onDescribe: () => void;
}

/** Pressing the picture opens its description. */
function Tile({ picture, at, onDescribe }: TileProps) {
  const { alt, preview, image } = picture;
  const number = at + 1;
  const Sign = alt === "" ? Plus : Check;
  return (
    <button
      type="button"
      aria-label={
        alt === "" ? t`Describe picture ${number}` : t`Description of picture ${number}: ${alt}`
      }
      className="relative block rounded-md"
      onClick={onDescribe}
    >
      <img
        src={preview}
        alt=""
        className={clsx(
          "size-20 rounded-md object-cover edge-line max-md:size-24",
          image === null && "opacity-50",
        )}
      />
      {image === null ? (
        <Progress picture={picture} />
      ) : (
        <span
          aria-hidden
          // A drawing and not text, which would become part of the button's name.
          className="absolute start-1 bottom-1 inline-flex items-center gap-0.5 rounded-sm bg-raised px-1 text-11 leading-[18px] font-semibold text-ink shadow-e1 after:content-['ALT']"
        >
          <Sign size={11} strokeWidth={2.5} />
        </span>
      )}
    </button>
  );
}

function Progress({ picture }: { picture: DraftPicture }) {
  return (
    <progress
      aria-label={t`Uploading ${{ file: picture.name }}`}
      value={picture.progress}
      max={1}
      className="absolute inset-x-1.5 bottom-1.5 h-1 w-[calc(100%-12px)] overflow-hidden rounded-full"
    />
  );
}
