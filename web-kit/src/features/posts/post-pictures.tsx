import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import type { PostImage } from "../../api/types.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { IconButton } from "../../ui/icon-button.tsx";

/** Thumbnails of a post's pictures; each opens the full picture. */
export function PostPictures({ images }: { images: readonly PostImage[] }) {
  const [open, setOpen] = useState<number | null>(null);
  if (images.length === 0) return null;
  return (
    <>
      <ul
        aria-label={t`Pictures`}
        className={clsx("mt-2 max-w-[28rem]", images.length > 1 && "grid grid-cols-2 gap-1.5")}
      >
        {images.map((image, at) => (
          <li key={image.id}>
            <button
              type="button"
              aria-label={openLabel(image, at, images.length)}
              className={clsx(
                "block overflow-hidden rounded-md",
                images.length > 1 ? "w-full" : "max-w-full",
              )}
              onClick={() => setOpen(at)}
            >
              <img
                src={image.url}
                width={image.width}
                height={image.height}
                alt={image.alt ?? ""}
                loading="lazy"
                className={
                  images.length === 1
                    ? "h-auto max-h-80 w-auto max-w-full"
                    : "aspect-[4/3] h-auto w-full object-cover"
                }
              />
            </button>
          </li>
        ))}
      </ul>
      {open !== null && <Large {...{ images, open }} onOpen={setOpen} />}
    </>
  );
}

function openLabel({ alt }: PostImage, at: number, count: number): string {
  const number = at + 1;
  return alt === null
    ? t`Open picture ${number} of ${count}`
    : t`Open picture ${number} of ${count}: ${alt}`;
}

interface LargeProps {
  images: readonly PostImage[];
  open: number;
  onOpen: (at: number | null) => void;
}

/** One picture at full screen size; arrow keys move to the next or previous one. */
function Large({ images, open, onOpen }: LargeProps) {
  const image = images[open];
  if (image === undefined) return null;
  const [number, count] = [open + 1, images.length];
  const go = (step: 1 | -1) => onOpen((open + step + images.length) % images.length);
  const onKeyDown = (event: KeyboardEvent) => {
    const isRtl = document.documentElement.dir === "rtl";
    if (event.key === "ArrowRight") go(isRtl ? -1 : 1);
    if (event.key === "ArrowLeft") go(isRtl ? 1 : -1);
  };
  return (
    <Dialog
      open
      title={t`Picture ${number} of ${count}`}
      className="md:max-h-[94dvh]! md:w-[min(64rem,calc(100vw-2rem))]!"
      onOpenChange={(shown) => shown || onOpen(null)}
    >
      <div data-autofocus tabIndex={-1} onKeyDown={onKeyDown} className="pb-5 outline-none">
        <img
          src={image.url}
          width={image.width}
          height={image.height}
          alt={image.alt ?? t`${number} of ${count}`}
          className="mx-auto h-auto max-h-[72dvh] w-auto max-w-full rounded-md"
        />
        {images.length > 1 && (
          <div className="mt-3 flex justify-center gap-2">
            <IconButton
              label={t`Previous picture`}
              icon={<ChevronLeft size={18} aria-hidden className="rtl:-scale-x-100" />}
              onClick={() => go(-1)}
            />
            <IconButton
              label={t`Next picture`}
              icon={<ChevronRight size={18} aria-hidden className="rtl:-scale-x-100" />}
              onClick={() => go(1)}
            />
          </div>
        )}
      </div>
    </Dialog>
  );
}
